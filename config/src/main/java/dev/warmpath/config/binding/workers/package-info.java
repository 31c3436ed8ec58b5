/**
 * Binds the items of {@code workers}, and knows what no two of them may have in common.
 */
@NullMarked
package dev.warmpath.config.binding.workers;

import org.jspecify.annotations.NullMarked;
