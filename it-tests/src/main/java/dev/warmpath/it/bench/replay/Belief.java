package dev.warmpath.it.bench.replay;

/**
 * What the router credits the chosen targets with, in blocks: leading ones by their best tier.
 *
 * @param credit what they are worth in the cost: fewer where they have to be loaded, or are doubted
 */
record Belief(long device, long host, long disk, double credit) {

    static final Belief NONE = new Belief(0, 0, 0, 0);

    Belief plus(Belief other) {
        return new Belief(device + other.device, host + other.host, disk + other.disk, credit + other.credit);
    }
}
