/**
 * Binds the section {@code scoring}, and those inside it.
 */
@NullMarked
package dev.warmpath.config.binding.scoring;

import org.jspecify.annotations.NullMarked;
