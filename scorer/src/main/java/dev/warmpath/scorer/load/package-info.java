/**
 * The load of every target, and the bookings that make it: what a chosen leg puts on its target, from the choice until
 * its release. Guarded by the chooser's lock.
 */
@NullMarked
package dev.warmpath.scorer.load;

import org.jspecify.annotations.NullMarked;
