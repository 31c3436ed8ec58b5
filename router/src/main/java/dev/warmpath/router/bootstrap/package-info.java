/**
 * Asks the bootstrap servers of vLLM's prefill workers under which names their ranks hand KV over, and publishes the
 * answers in {@link dev.warmpath.router.fleet.worker.TransferNames}; sees whether anybody listens at those of SGLang's. Each runs
 * on one event loop by itself; the doctor asks what was seen.
 */
@NullMarked
package dev.warmpath.router.bootstrap;

import org.jspecify.annotations.NullMarked;
