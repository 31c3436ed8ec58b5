/**
 * Blocks of consecutive TCP ports for engines and streams that need one port per rank. Used by bound streams, by the
 * {@code port-block} command and by simulated engines.
 */
@NullMarked
package dev.warmpath.events.port;

import org.jspecify.annotations.NullMarked;
