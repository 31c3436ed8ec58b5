/**
 * Request traces for benchmarks: the public format, a generated corpus of the same shape for those who have no trace, and
 * the way from a trace's 512-token blocks to prompts and block hashes. Used by the benchmarks; knows neither router nor
 * engines.
 */
@NullMarked
package dev.warmpath.it.bench.trace;

import org.jspecify.annotations.NullMarked;
