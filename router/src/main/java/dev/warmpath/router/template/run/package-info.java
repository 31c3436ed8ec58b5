/**
 * One rendering: frames of variables, loops, macros and buffers. Executes
 * what {@code compile} makes; depends on everything below the compiler.
 */
@NullMarked
package dev.warmpath.router.template.run;

import org.jspecify.annotations.NullMarked;
