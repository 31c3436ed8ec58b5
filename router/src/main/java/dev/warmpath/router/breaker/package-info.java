/**
 * When a target has failed so often that it should be left alone, and when it may be tried again: a state machine
 * without clock, lock or thread of its own. {@code fleet} owns one per worker and per rank.
 */
@NullMarked
package dev.warmpath.router.breaker;

import org.jspecify.annotations.NullMarked;
