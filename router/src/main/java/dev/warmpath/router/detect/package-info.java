/**
 * Finds out which engine a worker runs, by what it answers to questions that only one engine answers so, and where the engine
 * contradicts the worker's configuration. Publishes both in {@link dev.warmpath.router.fleet.worker.WorkerEngine}. Runs on one event loop; nobody
 * calls it.
 */
@NullMarked
package dev.warmpath.router.detect;

import org.jspecify.annotations.NullMarked;
