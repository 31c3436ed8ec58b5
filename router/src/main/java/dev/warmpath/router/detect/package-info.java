/**
 * Finds out which engine a worker runs whose configuration does not say, by what the worker answers to questions that only
 * one engine answers so. Publishes it in {@link dev.warmpath.router.fleet.WorkerEngine}. Runs on one event loop; nobody
 * calls it.
 */
@NullMarked
package dev.warmpath.router.detect;

import org.jspecify.annotations.NullMarked;
