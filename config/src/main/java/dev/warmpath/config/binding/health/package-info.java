/**
 * Binds the sections {@code health}, wherever they stand.
 */
@NullMarked
package dev.warmpath.config.binding.health;

import org.jspecify.annotations.NullMarked;
