/**
 * The functions that every template can call without being given them. Handed to {@code run} by the door; depends on
 * {@code python}, {@code call} and what lies below them.
 */
@NullMarked
package dev.warmpath.router.template.global;

import org.jspecify.annotations.NullMarked;
