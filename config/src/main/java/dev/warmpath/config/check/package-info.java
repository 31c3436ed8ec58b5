/**
 * The check of a configuration file as a person asks for it: text to print and an exit status. The command line calls
 * it.
 */
@NullMarked
package dev.warmpath.config.check;

import org.jspecify.annotations.NullMarked;
