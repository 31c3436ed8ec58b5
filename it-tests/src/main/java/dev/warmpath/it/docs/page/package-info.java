/**
 * The project's Markdown pages as their readers meet them: headings with their anchors, and blocks of code with what is said
 * about them. Depends on nothing of the router; called by what builds the site and by the tests of the pages.
 */
@NullMarked
package dev.warmpath.it.docs.page;

import org.jspecify.annotations.NullMarked;
