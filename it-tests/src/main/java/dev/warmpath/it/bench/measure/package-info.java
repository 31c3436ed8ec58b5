/**
 * What several benchmarks measure and report with: latencies, the collector's pauses, and the line of JSON at the end.
 * Depends on no benchmark.
 */
@NullMarked
package dev.warmpath.it.bench.measure;

import org.jspecify.annotations.NullMarked;
