/**
 * What a restart of the router costs: hit rates before and after it, and what keeping a snapshot takes. Called by
 * {@code warmpath bench restart}.
 */
@NullMarked
package dev.warmpath.it.bench.restart;

import org.jspecify.annotations.NullMarked;
