/**
 * Configuration in, settings out: the loader, its results, and the binding of every key to its settings record. The
 * command line, the admin API and tests call {@link dev.warmpath.config.load.ConfigLoader}; nothing here keeps state.
 *
 * <p>A new record component gets its key in the record's binding class and a line in the example file.
 */
@NullMarked
package dev.warmpath.config.load;

import org.jspecify.annotations.NullMarked;
