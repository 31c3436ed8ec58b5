/** What the pages say holds: links lead somewhere, examples load, commands do what stands below them. */
@NullMarked
package dev.warmpath.it.docs;

import org.jspecify.annotations.NullMarked;
