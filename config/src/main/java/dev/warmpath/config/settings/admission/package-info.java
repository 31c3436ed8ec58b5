/**
 * How much is taken on at one time and who goes first: the section {@code admission}.
 */
@NullMarked
package dev.warmpath.config.settings.admission;

import org.jspecify.annotations.NullMarked;
