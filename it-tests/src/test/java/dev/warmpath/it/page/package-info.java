/** The status page in a real browser. */
@NullMarked
package dev.warmpath.it.page;

import org.jspecify.annotations.NullMarked;
