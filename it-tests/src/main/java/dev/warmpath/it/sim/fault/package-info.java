/** What goes wrong with the HTTP side of a simulated engine, and when. Set by tests, taken up by the HTTP side. */
@NullMarked
package dev.warmpath.it.sim.fault;

import org.jspecify.annotations.NullMarked;
