/**
 * The fleet: who is in it, what can serve a model together, and what a change of it brings. Whoever wants to route asks
 * {@link dev.warmpath.router.fleet.Fleet}; nobody else wires a worker. One worker is in {@code fleet.worker}, what keeps
 * failing ones from being chosen in {@code fleet.circuit}.
 */
@NullMarked
package dev.warmpath.router.fleet;

import org.jspecify.annotations.NullMarked;
