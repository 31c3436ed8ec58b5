package dev.warmpath.it.bench.fleet;

/**
 * How large a fleet is.
 *
 * @param workers of {@value #RANKS} ranks each; half prefill, half decode
 * @param connected how many of them publish over sockets; the others' events are applied in process
 * @param blocks that the ranks hold together, about
 */
public record FleetSize(int workers, int connected, int blocks) {

    /** Data-parallel ranks of a worker. */
    static final int RANKS = 8;

    /** Two of each role. */
    static final int FEWEST = 4;

    public FleetSize {
        if (workers < FEWEST || connected < 2 || connected > workers || blocks < workers) {
            throw new IllegalArgumentException(
                    "4 workers at least, 2 of them connected and no more than there are, and a block for each: "
                            + workers + ", " + connected + ", " + blocks);
        }
    }

    int ranks() {
        return workers * RANKS;
    }

    /** Prompts that each rank holds. */
    int promptsPerRank() {
        return Math.max(1, Math.round((float) blocks / ranks() / RankEvents.PROMPT_BLOCKS));
    }
}
