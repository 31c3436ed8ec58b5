/**
 * Binds the section {@code admission}, and its list of classes.
 */
@NullMarked
package dev.warmpath.config.binding.admission;

import org.jspecify.annotations.NullMarked;
