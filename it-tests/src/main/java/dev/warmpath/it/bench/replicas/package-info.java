/**
 * What {@code warmpath bench replicas} does: several routers of this process, joined over sockets, before one fleet of
 * simulated workers; what share a burst gives to its hottest target, and what hit rate conversations keep.
 */
@NullMarked
package dev.warmpath.it.bench.replicas;

import org.jspecify.annotations.NullMarked;
