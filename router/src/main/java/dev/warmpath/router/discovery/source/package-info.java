/**
 * What a source of workers is, and what it says. A kind of source implements {@link
 * dev.warmpath.router.discovery.source.WorkerSource} in a package of its own beside this one; it knows nothing of the fleet.
 */
@NullMarked
package dev.warmpath.router.discovery.source;

import org.jspecify.annotations.NullMarked;
