package dev.warmpath.it.bench.trace;

import java.util.Arrays;
import java.util.List;
import org.agrona.collections.Int2IntCounterMap;
import org.agrona.collections.Int2IntHashMap;

/**
 * Which request each request of a trace continues: the last one before it that has the block where the longest match with
 * any earlier prompt ends. A block that most prompts begin with (a system prompt) makes no relation.
 */
final class Ancestry {

    static final int NONE = -1;

    private final int[] parents;
    private final int[] matched;
    private final boolean universalFirstBlock;

    private Ancestry(int[] parents, int[] matched, boolean universalFirstBlock) {
        this.parents = parents;
        this.matched = matched;
        this.universalFirstBlock = universalFirstBlock;
    }

    static Ancestry of(Trace trace) {
        List<TraceRequest> requests = trace.requests();
        boolean universal = hasUniversalFirstBlock(requests);
        int unrelated = universal ? 1 : 0;
        int[] parents = new int[requests.size()];
        int[] matched = new int[requests.size()];
        Arrays.fill(parents, NONE);
        Int2IntHashMap lastOwner = new Int2IntHashMap(NONE);
        for (int i = 0; i < parents.length; i++) {
            int[] blocks = requests.get(i).blocks();
            int match = 0;
            while (match < blocks.length && lastOwner.get(blocks[match]) != NONE) {
                match++;
            }
            matched[i] = match;
            if (match > unrelated) {
                parents[i] = lastOwner.get(blocks[match - 1]);
            }
            for (int block : blocks) {
                lastOwner.put(block, i);
            }
        }
        return new Ancestry(parents, matched, universal);
    }

    private static boolean hasUniversalFirstBlock(List<TraceRequest> requests) {
        Int2IntCounterMap counts = new Int2IntCounterMap(0);
        int most = 0;
        for (TraceRequest request : requests) {
            most = Math.max(most, counts.incrementAndGet(request.blocks()[0]));
        }
        return 2 * most > requests.size();
    }

    /** Number of the request that this one continues, or {@link #NONE}. */
    int parent(int request) {
        return parents[request];
    }

    /** Leading blocks that any earlier request had. */
    int matched(int request) {
        return matched[request];
    }

    /** Whether more than half of the prompts begin with one and the same block. */
    boolean universalFirstBlock() {
        return universalFirstBlock;
    }
}
