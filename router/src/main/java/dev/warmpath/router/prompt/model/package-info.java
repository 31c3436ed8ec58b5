/**
 * Models as the pipeline knows them: how a request's prompt becomes token ids with a local tokenizer, by asking a
 * worker, or not at all, and what in a request stands in the way. Called by {@code prompt}; depends on {@code
 * prompt.chat} and {@code prompt.tokens}.
 */
@NullMarked
package dev.warmpath.router.prompt.model;

import org.jspecify.annotations.NullMarked;
