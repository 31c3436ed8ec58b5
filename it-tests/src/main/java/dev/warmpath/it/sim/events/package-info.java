/**
 * KV events out: changes of a cache as msgpack batches in every form that engines have used, numbered, published on one
 * ZMQ socket per rank, kept for replay, and spoiled on request. Used by the simulated engine; knows caches only by the
 * changes that they announce.
 */
@NullMarked
package dev.warmpath.it.sim.events;

import org.jspecify.annotations.NullMarked;
