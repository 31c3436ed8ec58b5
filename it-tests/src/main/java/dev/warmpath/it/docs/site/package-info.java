/**
 * A site of the project's pages: files that any web server can serve, or a browser open. It mirrors the checkout, so that a link
 * that works between the Markdown files works between the site's pages.
 *
 * <p>Made with commonmark-java and not by one of the usual site generators: they are written in other languages, which a build of
 * this project would have to install, and leave out one of what is checked here (anchors, images, files outside of their own
 * folder). What is made is checked as it was made, by its links.
 */
@NullMarked
package dev.warmpath.it.docs.site;

import org.jspecify.annotations.NullMarked;
