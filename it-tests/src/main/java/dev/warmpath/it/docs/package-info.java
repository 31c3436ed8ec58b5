/**
 * {@code warmpath docs}: makes a site of the pages in {@code docs/}, checks its links, and writes the pages that are generated.
 */
@NullMarked
package dev.warmpath.it.docs;

import org.jspecify.annotations.NullMarked;
