package dev.warmpath.it.sim.pd;

/**
 * What the legs of a pair meet under.
 *
 * @param rank number of the prefill rank
 * @param key the room, or whatever else the protocol has the router make up
 */
record Meeting(int rank, String key) {}
