/** Holds the project's Markdown pages against the project: links, examples, names. */
@NullMarked
package dev.warmpath.router.docs;

import org.jspecify.annotations.NullMarked;
