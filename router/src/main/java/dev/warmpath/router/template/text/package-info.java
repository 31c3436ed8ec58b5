/**
 * Text as Python sees it: strings of code points, its notions of white space and printable, how it writes strings and
 * floats. Knows nothing of templates or of their values.
 */
@NullMarked
package dev.warmpath.router.template.text;

import org.jspecify.annotations.NullMarked;
