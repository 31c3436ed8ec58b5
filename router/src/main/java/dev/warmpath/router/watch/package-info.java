/**
 * The rounds in which the router asks its workers something again and again: how they are, under which names they hand
 * over, which engine they run. Knows when to ask, not what; the askers live in packages of their own.
 */
@NullMarked
package dev.warmpath.router.watch;

import org.jspecify.annotations.NullMarked;
