/**
 * How workers are probed: the section {@code health}, and those of that name inside of {@code workers} and {@code
 * discovery}.
 */
@NullMarked
package dev.warmpath.config.settings.health;

import org.jspecify.annotations.NullMarked;
