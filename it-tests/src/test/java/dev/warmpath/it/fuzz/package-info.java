/**
 * Bad input from every side, made up and remembered: bodies and heads from clients, answers and events from engines,
 * configuration. Nothing of it may crash the router, hang it, make it answer 5xx, or leave anything behind. What was once
 * found stays as a named case.
 */
@NullMarked
package dev.warmpath.it.fuzz;

import org.jspecify.annotations.NullMarked;
