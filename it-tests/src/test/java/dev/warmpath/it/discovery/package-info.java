/** Workers that are discovered: the same scenarios for every kind of source, and what is particular to each. */
@NullMarked
package dev.warmpath.it.discovery;

import org.jspecify.annotations.NullMarked;
