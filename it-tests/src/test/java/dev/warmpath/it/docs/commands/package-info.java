/**
 * The commands of the pages, run as a reader would run them: by a shell, one page after the other from top to bottom, against the
 * demo and whatever else the page starts. What a block is, is said behind its language; {@link Mark} has the words.
 */
@NullMarked
package dev.warmpath.it.docs.commands;

import org.jspecify.annotations.NullMarked;
