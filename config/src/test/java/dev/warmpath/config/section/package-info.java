/** Values as configuration writes them. */
@NullMarked
package dev.warmpath.config.section;

import org.jspecify.annotations.NullMarked;
