package dev.warmpath.scorer.load;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The load that other routers put on one target. Each router has a slot of its own, so that one that is lost can be taken
 * out without a word from it; a choice reads sums, whatever their number. In flight is kept as it was told. Recent charges
 * are kept in the scale of the target's own pool: they fade with every booking, here or elsewhere, between one telling
 * and the next. Guarded by the ledger's lock.
 */
final class OthersLoad {

    private int[] requests = {};
    private long[] inflight = {};
    private double[] scaled = {};
    /** Bookings last told, plus one; 0 for a router that was not heard yet. */
    private long[] ticks = {};

    private int sumRequests;
    private long sumInflight;
    private double sumScaled;
    private long epoch;

    int requests() {
        return sumRequests;
    }

    long inflightBlocks() {
        return sumInflight;
    }

    double recentBlocks(@Nullable RecentPool pool) {
        if (pool == null) {
            return 0;
        }
        FadingScale scale = pool.scale();
        return RecentPool.left(scale.worth(scale.inThisEpoch(sumScaled, epoch)));
    }

    /** Bookings that this router has made since it was last heard, each to be counted once. */
    long newTicks(int slot, long told) {
        reserve(slot);
        long before = ticks[slot] - 1;
        ticks[slot] = told + 1;
        // The first word of a router is of no news: what it booked before has faded since.
        return before < 0 || told < before ? 0 : told - before;
    }

    void set(int slot, int newRequests, long newInflight, double newRecent, RecentPool pool) {
        reserve(slot);
        requests[slot] = newRequests;
        inflight[slot] = newInflight;
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] = pool.scale().inThisEpoch(scaled[i], epoch);
        }
        epoch = pool.scale().epoch();
        scaled[slot] = newRecent > 0 ? pool.scale().scaled(newRecent) : 0;
        sum();
    }

    void clear(int slot) {
        if (slot < requests.length) {
            requests[slot] = 0;
            inflight[slot] = 0;
            scaled[slot] = 0;
            ticks[slot] = 0;
            sum();
        }
    }

    /** Anew each time: a running sum of doubles would drift from zero. */
    private void sum() {
        sumRequests = 0;
        sumInflight = 0;
        sumScaled = 0;
        for (int i = 0; i < requests.length; i++) {
            sumRequests += requests[i];
            sumInflight += inflight[i];
            sumScaled += scaled[i];
        }
    }

    private void reserve(int slot) {
        if (slot >= requests.length) {
            int length = slot + 1;
            requests = Arrays.copyOf(requests, length);
            inflight = Arrays.copyOf(inflight, length);
            scaled = Arrays.copyOf(scaled, length);
            ticks = Arrays.copyOf(ticks, length);
        }
    }
}
