/**
 * Where the work of turning prompts into tokens waits and runs: a bounded queue that knows long prompts from short ones,
 * and a few platform threads. Called by {@code prompt}; knows neither requests nor tokenizers.
 */
@NullMarked
package dev.warmpath.router.prompt.threads;

import org.jspecify.annotations.NullMarked;
