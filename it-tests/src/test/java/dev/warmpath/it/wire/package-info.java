/** Requests as bytes: what the two ports make of odd ones, and what a worker then sees, byte for byte. */
@NullMarked
package dev.warmpath.it.wire;

import org.jspecify.annotations.NullMarked;
