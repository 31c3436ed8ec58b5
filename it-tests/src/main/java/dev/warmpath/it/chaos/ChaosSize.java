package dev.warmpath.it.chaos;

/**
 * How large a chaos run is.
 *
 * @param seed what prompts, clients and disruptions follow from
 * @param seconds length of the run, warm-up included; what is cleared up afterwards takes some seconds more
 * @param streams requests in flight at any time
 */
public record ChaosSize(long seed, int seconds, int streams) {

    /** Less leaves no time for trouble. */
    public static final int SHORTEST_SECONDS = 10;

    private static final int LONGEST_WARM_UP = 5_000;
    private static final int WARM_UP_SHARE = 5;
    private static final int MILLIS = 1_000;

    public ChaosSize {
        if (seconds < SHORTEST_SECONDS || streams < 1) {
            throw new IllegalArgumentException("a run takes at least " + SHORTEST_SECONDS + " s and one stream");
        }
    }

    /** Time without disruptions at the start, after which descriptors, threads and heap are measured. */
    int warmUpMillis() {
        return Math.min(LONGEST_WARM_UP, seconds * MILLIS / WARM_UP_SHARE);
    }

    /** Time with disruptions. */
    int troubleMillis() {
        return seconds * MILLIS - warmUpMillis();
    }
}
