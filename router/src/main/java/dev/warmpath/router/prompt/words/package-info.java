/**
 * Text to token ids by its words: how the models' tokenizers cut text into words, and the ids of words that were seen
 * before. Called by {@code prompt.tokens}, which brings the native library; knows neither files nor requests.
 */
@NullMarked
package dev.warmpath.router.prompt.words;

import org.jspecify.annotations.NullMarked;
