/** The loader, as those who write configuration see it. */
@NullMarked
package dev.warmpath.config.load;

import org.jspecify.annotations.NullMarked;
