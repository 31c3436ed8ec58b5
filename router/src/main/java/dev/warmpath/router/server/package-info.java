/**
 * A whole router: builds the parts in the order in which they depend on each other, starts the ports, and takes it all
 * down again in reverse.
 */
@NullMarked
package dev.warmpath.router.server;

import org.jspecify.annotations.NullMarked;
