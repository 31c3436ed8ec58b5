/**
 * Syntax tree to closures: asks {@code scope} for the slot of each name, looks up filters and tests. What is wrong
 * with a template apart from its syntax is found here, before any request comes. Called by the door; depends on {@code
 * syntax} and {@code run}.
 */
@NullMarked
package dev.warmpath.router.template.compile;

import org.jspecify.annotations.NullMarked;
