/**
 * A small Jinja interpreter that renders chat templates exactly as engines do, and how a model directory brings its
 * templates. Called by {@code prompt}; knows nothing of requests, tokens or HTTP.
 *
 * <p>The way of a template: {@code syntax} (text to tree), {@code scope} and {@code compile} (names bound to slots, tree to closures),
 * {@code run} (one rendering), with {@code value} (what Python has and Java has not), {@code python} (operators, text,
 * order), {@code method}, {@code filter} and {@code fault} below them.
 */
@NullMarked
package dev.warmpath.router.template;

import org.jspecify.annotations.NullMarked;
