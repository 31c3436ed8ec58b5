/**
 * One rendering: frames of variables, loops, macros, buffers and the functions that every template can call. Executes
 * what {@code compile} makes; depends on everything below the compiler.
 */
@NullMarked
package dev.warmpath.router.template.run;

import org.jspecify.annotations.NullMarked;
