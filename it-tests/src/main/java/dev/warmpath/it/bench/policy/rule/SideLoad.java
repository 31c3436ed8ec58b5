package dev.warmpath.it.bench.policy.rule;

import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * What a rule that keeps its own books knows of one side of the fleet: requests in flight, prompt tokens that are still to
 * be computed, and KV blocks of running requests, per rank. Ties go to the rank that was chosen least recently.
 */
final class SideLoad {

    private final int[] requests;
    private final long[] tokens;
    private final long[] blocks;
    private final long[] chosen;
    private long choices;

    SideLoad(int ranks) {
        this.requests = new int[ranks];
        this.tokens = new long[ranks];
        this.blocks = new long[ranks];
        this.chosen = new long[ranks];
    }

    int ranks() {
        return requests.length;
    }

    int requests(int rank) {
        return requests[rank];
    }

    long tokens(int rank) {
        return tokens[rank];
    }

    long blocks(int rank) {
        return blocks[rank];
    }

    int mostRequests() {
        int most = 0;
        for (int count : requests) {
            most = Math.max(most, count);
        }
        return most;
    }

    int fewestRequests() {
        int fewest = Integer.MAX_VALUE;
        for (int count : requests) {
            fewest = Math.min(fewest, count);
        }
        return fewest;
    }

    int allRequests() {
        int all = 0;
        for (int count : requests) {
            all += count;
        }
        return all;
    }

    /** The rank with the fewest requests in flight. */
    int leastLoaded() {
        return cheapest(rank -> true, this::requests);
    }

    /** The rank of the lowest cost among those that may be taken; there is always one. */
    int cheapest(IntPredicate may, IntToDoubleFunction cost) {
        int best = -1;
        double lowest = Double.POSITIVE_INFINITY;
        for (int rank = 0; rank < requests.length; rank++) {
            if (!may.test(rank)) {
                continue;
            }
            double own = cost.applyAsDouble(rank);
            if (best < 0 || own < lowest || (own == lowest && chosen[rank] < chosen[best])) {
                best = rank;
                lowest = own;
            }
        }
        return best;
    }

    void begin(int rank, int promptTokens, int promptBlocks) {
        requests[rank]++;
        tokens[rank] += promptTokens;
        blocks[rank] += promptBlocks;
        chosen[rank] = ++choices;
    }

    void grow(int rank, int more) {
        blocks[rank] += more;
    }

    void end(int rank, int promptTokens, int heldBlocks) {
        requests[rank]--;
        tokens[rank] -= promptTokens;
        blocks[rank] -= heldBlocks;
    }
}
