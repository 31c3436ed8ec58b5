/**
 * One source of workers as an item of {@code discovery} has it: the place that is asked, and what its workers have in
 * common.
 */
@NullMarked
package dev.warmpath.config.settings.discovery;

import org.jspecify.annotations.NullMarked;
