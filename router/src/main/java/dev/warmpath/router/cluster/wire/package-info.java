/**
 * What routers of one fleet say to each other, and how it stands in bytes. {@code router.cluster} sends and takes it.
 * Everything that is read is bounded by what was sent, and what does not fit is refused with a reason.
 */
@NullMarked
package dev.warmpath.router.cluster.wire;

import org.jspecify.annotations.NullMarked;
