/**
 * Filters and tests by name. The compiler asks whether a name is known; the filters that take other filters or tests by
 * name ask when they run. Depends on {@code method} and what lies below it.
 */
@NullMarked
package dev.warmpath.router.template.filter;

import org.jspecify.annotations.NullMarked;
