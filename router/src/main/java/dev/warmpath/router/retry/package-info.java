/**
 * How often and how soon a failed attempt may be followed by another. Pure: time and chance are handed in. Used by
 * {@code http}.
 */
@NullMarked
package dev.warmpath.router.retry;

import org.jspecify.annotations.NullMarked;
