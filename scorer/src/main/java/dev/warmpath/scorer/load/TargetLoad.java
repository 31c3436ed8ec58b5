package dev.warmpath.scorer.load;

import dev.warmpath.scorer.chain.ChainTree;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What bookings put on one target.
 *
 * <p>In flight, in whole blocks:
 *
 * <ul>
 *   <li>prefill work: the misses of legs whose prefill is not complete, on prefill and mixed targets;
 *   <li>KV blocks, on decode and mixed targets: the distinct blocks of running requests (a prefix that they share lies in
 *       the engine's cache once), blocks that cannot be shared because we have no hash for them, and blocks generated so
 *       far;
 * </ul>
 *
 * and a leg whose prompt could not be hashed counts one block for either, because nothing is known of it and nothing
 * would make it invisible. All are integers that bookings take back as they put them, so an idle target reads exactly 0.
 *
 * <p>Recent: the decayed charges of {@link RecentPool}.
 *
 * <p>Lives in its candidate and depends on nothing else: a target's health or eligibility may change as it likes, its load
 * stays. Not thread-safe: guarded by the ledger's lock; other threads read it through {@link LoadLedger#status}.
 */
public final class TargetLoad {

    private final RecentCharges recent = new RecentCharges();
    /** Hashed blocks of running requests: a prefix that many share is there once. */
    private final ChainTree<Void> shared = new ChainTree<>(UnaryOperator.identity());

    private long prefillBlocks;
    private long privateBlocks;
    private int requests;

    /**
     * Never chosen sorts before every chosen one. Among the never chosen the order is random, so that several routers
     * that start together do not all open with the same target.
     */
    private long lastChosen = ThreadLocalRandom.current().nextLong(Long.MIN_VALUE, 0);

    /** The load term of the cost, in blocks: in flight and recent. */
    public double blocks() {
        return inflightBlocks() + recent.blocks();
    }

    /** Legs in flight. */
    public int requests() {
        return requests;
    }

    /** Number of the booking that chose this target last, growing over all targets; negative if there was none. */
    public long lastChosen() {
        return lastChosen;
    }

    /** The pool that its recent charges fade in; null before its first booking. */
    public @Nullable RecentPool pool() {
        return recent.pool();
    }

    long inflightBlocks() {
        return prefillBlocks + shared.blocks() + privateBlocks;
    }

    LoadStatus status() {
        return new LoadStatus(requests, inflightBlocks(), recent.blocks());
    }

    RecentCharges recent() {
        return recent;
    }

    void begin(long booking) {
        requests++;
        lastChosen = booking;
    }

    void end() {
        requests--;
    }

    void addPrefill(long blocks) {
        prefillBlocks += blocks;
    }

    void addPrivate(long blocks) {
        privateBlocks += blocks;
    }

    /** Counts the blocks of a running request; what it returns is for {@link #letGo}. */
    ChainTree.@Nullable Run<Void> hold(long[] chain) {
        return shared.add(chain, chain.length);
    }

    void letGo(ChainTree.@Nullable Run<Void> held) {
        shared.remove(held);
    }
}
