/**
 * The kinds of values that a template handles and that Java has no class for. Strings, booleans, {@code Long}, {@code
 * BigInteger}, {@code Double}, {@code List} and insertion-ordered {@code Map} stand for themselves.
 */
@NullMarked
package dev.warmpath.router.template.value;

import org.jspecify.annotations.NullMarked;
