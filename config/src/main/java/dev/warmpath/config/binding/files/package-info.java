/**
 * How a configuration names files, and whether these must be there.
 */
@NullMarked
package dev.warmpath.config.binding.files;

import org.jspecify.annotations.NullMarked;
