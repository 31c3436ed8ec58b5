/** Requests over simulated engines of every hand-off protocol: what the engines have to see, whichever it is. */
@NullMarked
package dev.warmpath.it.handoff;

import org.jspecify.annotations.NullMarked;
