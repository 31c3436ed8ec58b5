package dev.warmpath.it.bench.restart;

/** What a router has to go by after its restart. */
enum RestartCase {
    REPLAY_AND_SNAPSHOT("replay of all, snapshot", 10_000, true, true),
    REPLAY("replay of all, no snapshot", 10_000, false, true),
    SHORT_REPLAY_AND_SNAPSHOT("replay of the last eighth, snapshot", 0, true, true),
    SHORT_REPLAY("replay of the last eighth, no snapshot", 0, false, true),
    SNAPSHOT_OF_QUIET("no replay, snapshot, engines were quiet", -1, true, false),
    SNAPSHOT_WITH_HOLE("no replay, snapshot, engines were not", -1, true, true),
    NOTHING("no replay, no snapshot", -1, false, true);

    private final String words;
    private final int replay;
    private final boolean snapshot;
    private final boolean busy;

    RestartCase(String words, int replay, boolean snapshot, boolean busy) {
        this.words = words;
        this.replay = replay;
        this.snapshot = snapshot;
        this.busy = busy;
    }

    String words() {
        return words;
    }

    /** Batches that each engine's replay keeps; 0 for no replay. */
    int replayBatches(RestartPlan plan) {
        return replay < 0 ? 0 : replay == 0 ? Math.max(2, plan.sessions() / plan.workers() / 8) : replay;
    }

    boolean snapshot() {
        return snapshot;
    }

    /** Whether engines serve others while no router runs. */
    boolean busy() {
        return busy;
    }
}
