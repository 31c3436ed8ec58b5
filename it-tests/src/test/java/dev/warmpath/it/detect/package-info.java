/** Workers whose configuration does not say which engine they run. */
@NullMarked
package dev.warmpath.it.detect;

import org.jspecify.annotations.NullMarked;
