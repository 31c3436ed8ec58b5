/**
 * The settings a router runs with: immutable records, one per section of the configuration file, holding values that
 * have already been checked. Everyone may read them; only {@code dev.warmpath.config.binding} builds them from a file.
 */
@NullMarked
package dev.warmpath.config.settings;

import org.jspecify.annotations.NullMarked;
