package dev.warmpath.scorer.load;

/**
 * A target's load at one moment, for the admin API, metrics and explanations.
 *
 * @param requests legs in flight; a leg on a prefill target counts until its prefill is complete
 * @param inflightBlocks blocks of work in flight: see {@link TargetLoad}
 * @param recentBlocks decayed charge of recent bookings: see {@link RecentPool}
 */
public record LoadStatus(int requests, long inflightBlocks, double recentBlocks) {}
