package dev.warmpath.scorer.load;

/** A sum of amounts that fade on one {@link FadingScale}, of which each can be taken back. Guarded by the ledger's lock. */
final class FadingSum {

    private double scaled;
    private long epoch;

    /** Adds an amount and returns what to give to {@link #takeBack}, with the scale's epoch. */
    double add(double amount, FadingScale scale) {
        settle(scale);
        double added = scale.scaled(amount);
        scaled += added;
        return added;
    }

    /** Takes back what an amount has faded to. */
    void takeBack(double added, long addedEpoch, FadingScale scale) {
        settle(scale);
        scaled = Math.max(0, scaled - scale.inThisEpoch(added, addedEpoch));
    }

    void clear() {
        scaled = 0;
    }

    double worth(FadingScale scale) {
        return scale.worth(scale.inThisEpoch(scaled, epoch));
    }

    private void settle(FadingScale scale) {
        scaled = scale.inThisEpoch(scaled, epoch);
        epoch = scale.epoch();
    }
}
