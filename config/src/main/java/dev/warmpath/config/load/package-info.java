/**
 * The door of this module: configuration in, settings or problems out, and settings back to text. The command line, the
 * router and tests call {@link dev.warmpath.config.load.ConfigLoader}; nothing here keeps state.
 */
@NullMarked
package dev.warmpath.config.load;

import org.jspecify.annotations.NullMarked;
