package dev.warmpath.scorer.index;

/** Some blocks that a rank has announced: our hash and its engine's hash of each. Immutable. */
public final class HashSample {

    private final long[] own;
    private final long[] engine;

    HashSample(long[] own, long[] engine) {
        this.own = own;
        this.engine = engine;
    }

    public int size() {
        return own.length;
    }

    /** The block's hash here, the same for every rank. */
    public long own(int index) {
        return own[index];
    }

    /** The block's hash in the engine. */
    public long engine(int index) {
        return engine[index];
    }
}
