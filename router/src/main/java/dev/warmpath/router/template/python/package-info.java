/**
 * Python's operators on template values: truth, text, arithmetic, equality, order, iteration, access. Depends on {@code
 * value}, {@code text} and {@code fault}.
 */
@NullMarked
package dev.warmpath.router.template.python;

import org.jspecify.annotations.NullMarked;
