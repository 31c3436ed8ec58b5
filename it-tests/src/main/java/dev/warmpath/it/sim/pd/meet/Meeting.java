package dev.warmpath.it.sim.pd.meet;

/**
 * What the legs of a pair meet under.
 *
 * @param rank number of the prefill rank
 * @param key the room, or whatever else the protocol has the router make up
 */
public record Meeting(int rank, String key) {}
