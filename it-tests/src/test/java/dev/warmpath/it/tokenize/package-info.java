/** Prompts to tokens, end to end. */
@NullMarked
package dev.warmpath.it.tokenize;

import org.jspecify.annotations.NullMarked;
