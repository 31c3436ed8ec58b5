/**
 * A whole router: builds the parts in the order in which they depend on each other, starts the ports, and takes it all
 * down again in reverse. {@code Parts} are made first, {@code DataPorts} serve requests with them, {@code Watches} go on beside.
 */
@NullMarked
package dev.warmpath.router.server;

import org.jspecify.annotations.NullMarked;
