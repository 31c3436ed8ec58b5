/** The check of a file as a person asks for it. */
@NullMarked
package dev.warmpath.config.check;

import org.jspecify.annotations.NullMarked;
