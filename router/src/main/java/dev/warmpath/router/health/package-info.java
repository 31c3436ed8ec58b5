/**
 * Asks workers whether they can serve, each on a clock and a connection of its own, and publishes what they say in
 * {@link dev.warmpath.router.fleet.worker.WorkerHealth}. Runs on one event loop; nobody calls it.
 */
@NullMarked
package dev.warmpath.router.health;

import org.jspecify.annotations.NullMarked;
