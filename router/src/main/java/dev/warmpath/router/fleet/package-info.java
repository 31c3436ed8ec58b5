/**
 * The fleet: workers, their ranks as scoring candidates, their event streams, and which of them can serve a model
 * together. Whoever wants to route asks {@link dev.warmpath.router.fleet.Fleet}; nobody else wires a worker.
 */
@NullMarked
package dev.warmpath.router.fleet;

import org.jspecify.annotations.NullMarked;
