/**
 * The vocabulary in which settings are bound to keys: a {@link dev.warmpath.config.section.Section} asks for its keys
 * by name and {@link dev.warmpath.config.section.Kind}. The same binding code reads a tree, lists every key it knows,
 * and writes the settings in force, so the three cannot drift apart. What the keys are is decided elsewhere
 * ({@code dev.warmpath.config.binding}).
 */
@NullMarked
package dev.warmpath.config.section;

import org.jspecify.annotations.NullMarked;
