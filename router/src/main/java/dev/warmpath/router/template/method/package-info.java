/**
 * What values offer by name: attributes, elements and the methods of strings, lists and dicts. Depends on {@code
 * python}, {@code format}, {@code call} and what lies below them.
 */
@NullMarked
package dev.warmpath.router.template.method;

import org.jspecify.annotations.NullMarked;
