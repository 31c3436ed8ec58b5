package dev.warmpath.it.sim.events;

/** One batch as it is published. */
record SequencedBatch(long sequence, byte[] payload) {}
