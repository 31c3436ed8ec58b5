/**
 * A configuration file as a tree of values that remember where they were written: YAML in, {@code ${NAME}} references
 * replaced, repeated keys and syntax errors reported. Also the paths and the catalogue of known keys that name places
 * in such a tree. What a value means is decided elsewhere ({@code dev.warmpath.config.section}).
 */
@NullMarked
package dev.warmpath.config.document;

import org.jspecify.annotations.NullMarked;
