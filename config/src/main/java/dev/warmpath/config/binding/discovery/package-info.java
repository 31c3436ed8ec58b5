/**
 * Binds the items of {@code discovery}: a class each for the places that can be asked, and one for what the workers of a
 * place have in common.
 */
@NullMarked
package dev.warmpath.config.binding.discovery;

import org.jspecify.annotations.NullMarked;
