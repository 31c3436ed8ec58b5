/**
 * The admin port as the section {@code admin} has it, and the tokens that open it.
 */
@NullMarked
package dev.warmpath.config.settings.admin;

import org.jspecify.annotations.NullMarked;
