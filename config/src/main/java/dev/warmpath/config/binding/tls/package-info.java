/**
 * Binds the sections {@code tls}, wherever they stand, and looks into the files that they name.
 */
@NullMarked
package dev.warmpath.config.binding.tls;

import org.jspecify.annotations.NullMarked;
