package dev.warmpath.scorer.load;

import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.chain.ChainTree;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A booking on a {@link TargetLoad}: remembers what it put there and takes exactly that back. Its own state, like the
 * load's, is guarded by the ledger's lock.
 *
 * <p>Streams report generated tokens per chunk, so {@link #generated} counts on its own and takes the lock only when a
 * block fills up.
 */
final class LegBooking implements Booking {

    private final LoadLedger ledger;
    private final TargetLoad load;
    private final Leg leg;
    private final long expected;
    private final @Nullable Runnable unsent;
    /** What it is on its target until the prefill is done that it waits for; null if it waits for none. */
    private final AwaitedLegs.@Nullable One awaited;

    private final double charged;
    private final long chargedEpoch;
    private final ChainTree.@Nullable Run<Void> held;
    private final AtomicLong generated = new AtomicLong();

    /** The leg that waits for this one's prefill. */
    private @Nullable LegBooking next;

    private boolean prefilling;
    private boolean running = true;
    private boolean ended;
    private long generatedBlocks;

    /** Puts the leg on its target. Call with the ledger's lock held. */
    LegBooking(
            LoadLedger ledger,
            TargetLoad load,
            RecentPool pool,
            Leg leg,
            long expected,
            @Nullable Runnable unsent,
            @Nullable LegBooking prefill,
            long number) {
        this.ledger = ledger;
        this.load = load;
        this.leg = leg;
        this.expected = expected;
        this.unsent = unsent;
        this.charged = load.recent().charge(leg.charge());
        this.chargedEpoch = pool.scale().epoch();
        load.begin(number);
        long before = load.inflightBlocks();
        if (leg.prefills()) {
            prefilling = true;
            load.addPrefill(leg.prefillBlocks());
        }
        if (leg.decodes()) {
            load.addPrivate(leg.privateBlocks());
        }
        held = leg.decodes() ? load.hold(leg.chain()) : null;
        awaited = prefill == null ? null : load.await(pool.arrivals(), load.inflightBlocks() - before);
        if (prefill != null) {
            prefill.next = this;
        }
        ledger.changed(load);
    }

    @Override
    public Target target() {
        return leg.target();
    }

    @Override
    public int matchedBlocks() {
        return leg.matched();
    }

    @Override
    public int requestBlocks() {
        return leg.blocks();
    }

    @Override
    public int predictedCachedTokens() {
        return leg.predictedCachedTokens();
    }

    @Override
    public Prediction prediction() {
        return leg.prediction();
    }

    @Override
    public void prefillDone() {
        ledger.lock();
        try {
            if (prefilling) {
                ledger.settle(expected);
            }
            endPrefill(true);
            ledger.changed(load);
        } finally {
            ledger.unlock();
        }
    }

    @Override
    public void generated(int tokens) {
        if (tokens <= 0 || !leg.decodes()) {
            return;
        }
        long after = generated.addAndGet(tokens);
        if (leg.generatedBlocks(after) == leg.generatedBlocks(after - tokens)) {
            return;
        }
        ledger.lock();
        try {
            grow();
        } finally {
            ledger.unlock();
        }
    }

    @Override
    public void release() {
        end(false, false);
    }

    @Override
    public void fail() {
        end(true, false);
    }

    @Override
    public void refund() {
        end(true, true);
    }

    private void end(boolean withdraw, boolean refund) {
        ledger.lock();
        try {
            if (ended) {
                return;
            }
            ended = true;
            if (prefilling && !withdraw) {
                ledger.settle(expected);
            }
            endPrefill(!withdraw);
            if (awaited != null) {
                awaited.leave();
            }
            if (running) {
                running = false;
                load.end();
            }
            if (leg.decodes()) {
                load.letGo(held);
                load.addPrivate(-leg.privateBlocks() - generatedBlocks);
            }
            if (refund) {
                load.recent().refund(charged, chargedEpoch);
                if (unsent != null) {
                    unsent.run();
                }
            }
            if (withdraw) {
                ledger.withdraw(expected);
            }
            ledger.changed(load);
        } finally {
            ledger.unlock();
        }
    }

    /** On a prefill target a complete prefill is the end of the leg's work, though its booking may still be failed. */
    private void endPrefill(boolean complete) {
        if (!prefilling) {
            return;
        }
        prefilling = false;
        load.addPrefill(-leg.prefillBlocks());
        // Nobody comes from a prefill that failed, unless tokens show otherwise.
        if (next != null && complete) {
            next.arrive();
        }
        if (!leg.decodes()) {
            running = false;
            load.end();
        }
    }

    /** What it waited for is done, or what it does shows that. */
    private void arrive() {
        if (awaited != null && !ended) {
            awaited.arrive();
        }
    }

    private void grow() {
        arrive();
        long blocks = leg.generatedBlocks(generated.get());
        if (!ended && blocks > generatedBlocks) {
            load.addPrivate(blocks - generatedBlocks);
            generatedBlocks = blocks;
            ledger.changed(load);
        }
    }
}
