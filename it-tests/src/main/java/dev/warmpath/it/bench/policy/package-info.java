/**
 * {@code bench policy}: compares routing rules on request traces over a simulated PD fleet in virtual time, and finds out
 * what the overlap weights do. Rules live in {@code rule}, the fleet in {@code fleet}; here is what is run, what it has to
 * reach, and how it is told.
 */
@NullMarked
package dev.warmpath.it.bench.policy;

import org.jspecify.annotations.NullMarked;
