package dev.warmpath.scorer.load;

import dev.warmpath.events.kv.Target;
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
 * <p>A decode target is weighed by what of it a leg will meet that is booked now ({@link #metBlocks}), since it comes there
 * only when its prompt is computed.
 *
 * <p>Recent: the decayed charges of {@link RecentPool}.
 *
 * <p>Both of this router's own bookings, and of other routers' as far as they tell ({@link OthersLoad}). A prefix that
 * running requests of several routers share is counted once for each router: they do not tell each other of prompts.
 *
 * <p>Lives in its candidate and depends on nothing else: a target's health or eligibility may change as it likes, its load
 * stays. Not thread-safe: guarded by the ledger's lock; other threads read it through {@link LoadLedger#status}.
 */
public final class TargetLoad {

    private final RecentCharges recent = new RecentCharges();
    /** Hashed blocks of running requests: a prefix that many share is there once. */
    private final ChainTree<Void> shared = new ChainTree<>(UnaryOperator.identity());

    private final AwaitedLegs awaited = new AwaitedLegs();

    private final @Nullable Target target;

    private long prefillBlocks;
    private long privateBlocks;
    private int requests;
    private long bookings;
    private boolean changed;
    /** Null while no other router ever told of this target. */
    private @Nullable OthersLoad others;

    /**
     * Never chosen sorts before every chosen one. Among the never chosen the order is random, so that several routers
     * that start together do not all open with the same target.
     */
    private long lastChosen = ThreadLocalRandom.current().nextLong(Long.MIN_VALUE, 0);

    /** Load of no target that other routers could be told of. */
    public TargetLoad() {
        this(null);
    }

    /** @param target by which other routers know it */
    public TargetLoad(@Nullable Target target) {
        this.target = target;
    }

    /** The load term of the cost, in blocks: in flight and recent, of all routers. */
    public double blocks() {
        return inflightBlocks() + recent.blocks() + othersBlocks();
    }

    /**
     * The load term of a decode target: as {@link #blocks}, but of what is in flight only what a leg that is booked now will
     * meet when its prompt is computed ({@link Arrivals}). What other routers put there counts whole: they do not tell what
     * of it waits.
     */
    public double metBlocks() {
        RecentPool pool = recent.pool();
        return pool == null
                ? blocks()
                : awaited.metBlocks(inflightBlocks(), pool.arrivals()) + recent.blocks() + othersBlocks();
    }

    /** Of {@link #requests}, how many a leg that is booked now will meet on a decode target. */
    public double metRequests() {
        RecentPool pool = recent.pool();
        return pool == null ? requests() : awaited.metRequests(requests, pool.arrivals()) + requests() - requests;
    }

    /** The share of {@link #blocks} that other routers put there. */
    public double othersBlocks() {
        OthersLoad others = this.others;
        return others == null ? 0 : others.inflightBlocks() + others.recentBlocks(recent.pool());
    }

    /** Legs in flight, of all routers. */
    public int requests() {
        OthersLoad others = this.others;
        return others == null ? requests : requests + others.requests();
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
        OthersLoad others = this.others;
        return others == null
                ? new LoadStatus(requests, inflightBlocks(), recent.blocks())
                : new LoadStatus(
                        requests,
                        inflightBlocks(),
                        recent.blocks(),
                        others.requests(),
                        others.inflightBlocks(),
                        others.recentBlocks(recent.pool()));
    }

    SharedLoad shared() {
        return new SharedLoad(requests, inflightBlocks(), recent.blocks(), bookings);
    }

    @Nullable
    Target target() {
        return target;
    }

    /** What other routers put here, from now on. */
    OthersLoad others() {
        OthersLoad known = others;
        if (known == null) {
            known = new OthersLoad();
            others = known;
        }
        return known;
    }

    void forgetOther(int slot) {
        OthersLoad known = others;
        if (known != null) {
            known.clear(slot);
        }
    }

    /** Another router chose it last. */
    void chosenElsewhere(long booking) {
        lastChosen = booking;
    }

    /** A request was booked that has its first leg here. */
    void countBooking() {
        bookings++;
    }

    /** Whether it was not marked yet. */
    boolean markChanged() {
        boolean news = !changed;
        changed = true;
        return news;
    }

    void markTold() {
        changed = false;
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

    /** A leg that waits for its prefill was put here, and added so many blocks. */
    AwaitedLegs.One await(Arrivals arrivals, long blocks) {
        return awaited.add(arrivals, blocks);
    }

    /** Counts the blocks of a running request; what it returns is for {@link #letGo}. */
    ChainTree.@Nullable Run<Void> hold(long[] chain) {
        return shared.add(chain, chain.length);
    }

    void letGo(ChainTree.@Nullable Run<Void> held) {
        shared.remove(held);
    }
}
