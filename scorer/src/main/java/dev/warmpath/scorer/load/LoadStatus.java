package dev.warmpath.scorer.load;

/**
 * A target's load at one moment, for the admin API, metrics and explanations.
 *
 * @param requests legs in flight; a leg on a prefill target counts until its prefill is complete
 * @param inflightBlocks blocks of work in flight: see {@link TargetLoad}
 * @param recentBlocks decayed charge of recent bookings: see {@link RecentPool}
 * @param othersRequests legs that other routers have in flight there, likewise {@code othersInflightBlocks} and {@code
 *     othersRecentBlocks}; 0 where there is one router
 */
public record LoadStatus(
        int requests,
        long inflightBlocks,
        double recentBlocks,
        int othersRequests,
        long othersInflightBlocks,
        double othersRecentBlocks) {

    /** Load where there is one router. */
    public LoadStatus(int requests, long inflightBlocks, double recentBlocks) {
        this(requests, inflightBlocks, recentBlocks, 0, 0, 0);
    }

    /** Legs in flight, of all routers. */
    public int allRequests() {
        return requests + othersRequests;
    }
}
