/**
 * What a router adds to a request: the same load is sent to simulated workers directly and through routers, and the
 * difference is what is told. Workers and client are as light as they can be, one thread each, since they share the
 * machine with what is measured. Called by {@code warmpath bench overhead} only.
 */
@NullMarked
package dev.warmpath.it.bench.overhead;

import org.jspecify.annotations.NullMarked;
