/**
 * Binds the section {@code admin}, and its list of tokens.
 */
@NullMarked
package dev.warmpath.config.binding.admin;

import org.jspecify.annotations.NullMarked;
