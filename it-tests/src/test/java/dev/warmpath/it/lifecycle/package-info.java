/**
 * Workers that die, hang, flap, fail, drain, join and leave under a running router, and the router's own end. Scripted
 * workers where the fault matters, simulated engines where what they hold does.
 */
@NullMarked
package dev.warmpath.it.lifecycle;

import org.jspecify.annotations.NullMarked;
