/**
 * Python's two ways to format text: {@code %} and {@code str.format}. What they share is how a number takes its form.
 * Depends on {@code python}, {@code value}, {@code text} and {@code fault}.
 */
@NullMarked
package dev.warmpath.router.template.format;

import org.jspecify.annotations.NullMarked;
