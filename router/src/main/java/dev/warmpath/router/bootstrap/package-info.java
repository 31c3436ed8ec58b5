/**
 * Asks the bootstrap servers of prefill workers under which names their ranks hand KV over, and publishes the answers in
 * {@link dev.warmpath.router.fleet.TransferNames}. Runs on one event loop; nobody calls it.
 */
@NullMarked
package dev.warmpath.router.bootstrap;

import org.jspecify.annotations.NullMarked;
