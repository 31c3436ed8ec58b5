package dev.warmpath.scorer.load;

import dev.warmpath.events.kv.Target;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Enters bookings on targets' loads, under the one lock that makes choosing and booking a single step. Whoever chooses
 * holds the lock from reading the loads until the booking is made; bookings take it themselves when they end. It is held
 * for well under a millisecond, and never while anything blocks, so event loops may wait for it.
 */
public final class LoadLedger {

    /** After so many bookings nothing is left of a charge at any decay that fades at all. */
    private static final long MOST_FADES = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final double recentDecay;
    private final LongConsumer withdraw;
    private final LongConsumer settle;
    private final ChangedLoads changed = new ChangedLoads();
    private long bookings;

    /**
     * @param recentDecay factor in [0, 1) by which each later booking shrinks earlier charges
     * @param withdraw called with the lock held, with the ticket of the blocks that a failed leg will not store
     * @param settle likewise, of the blocks that a leg has stored by now
     */
    public LoadLedger(double recentDecay, LongConsumer withdraw, LongConsumer settle) {
        this.settle = settle;
        this.recentDecay = recentDecay;
        this.withdraw = withdraw;
    }

    public void lock() {
        lock.lock();
    }

    public void unlock() {
        lock.unlock();
    }

    /** A pool for targets of which none has been booked yet. */
    public RecentPool newPool() {
        return new RecentPool(recentDecay);
    }

    /**
     * Begins a request's bookings: its targets join the pool if they have none yet, and what was charged earlier in their
     * pool fades by one step, once for both legs. Call with the lock held, before {@link #book}.
     *
     * @param second the decode target, or null when one target does both
     * @param pool the pool of the targets that stood beside these
     */
    public void begin(TargetLoad first, @Nullable TargetLoad second, RecentPool pool) {
        first.recent().join(pool);
        RecentPool ticked = poolOf(first);
        ticked.tick();
        first.countBooking();
        if (second != null) {
            second.recent().join(pool);
            if (poolOf(second) != ticked) {
                poolOf(second).tick();
                second.countBooking();
            }
        }
    }

    /** Loads that change from now on are noted, for {@link #drainChanged}. Takes the lock. */
    public void watchChanges() {
        lock();
        try {
            changed.watch();
        } finally {
            unlock();
        }
    }

    /** Names every target whose load has changed since the last call. Call with the lock held. */
    public void drainChanged(Consumer<Target> taker) {
        changed.drain(taker);
    }

    /** What other routers are told of a target. Call with the lock held. */
    public SharedLoad shared(TargetLoad load) {
        return load.shared();
    }

    /**
     * Takes what another router told of a target. Its bookings since it was last heard fade what is charged here, as they
     * would if one router had made them all, and make the target a recently chosen one. Call with the lock held.
     *
     * @param slot the router's own, from 0, small
     * @param pool the pool that the target joins if it has none yet
     */
    public void hear(int slot, TargetLoad load, SharedLoad told, RecentPool pool) {
        load.recent().join(pool);
        RecentPool own = poolOf(load);
        OthersLoad others = load.others();
        long fades = Math.min(others.newTicks(slot, told.bookings()), MOST_FADES);
        for (long i = 0; i < fades; i++) {
            own.tick();
        }
        if (fades > 0) {
            load.chosenElsewhere(++bookings);
        }
        others.set(slot, told.requests(), told.inflightBlocks(), told.recentBlocks(), own);
    }

    /** Takes out what a router put on a target. Call with the lock held. */
    public void forget(int slot, TargetLoad load) {
        load.forgetOther(slot);
    }

    /** With the lock held. */
    void changed(TargetLoad load) {
        changed.note(load);
    }

    /**
     * Puts one leg on its target. Call with the lock held, after {@link #begin}.
     *
     * @param expected ticket of the blocks entered as expected for this leg, 0 for none
     */
    public Booking book(TargetLoad load, Leg leg, long expected) {
        return book(load, leg, expected, null);
    }

    /**
     * The same.
     *
     * @param unsent run with the lock held if the leg is never sent, or null
     */
    public Booking book(TargetLoad load, Leg leg, long expected, @Nullable Runnable unsent) {
        return new LegBooking(this, load, poolOf(load), leg, expected, unsent, null, ++bookings);
    }

    /**
     * Puts the decode leg on its target that waits for a prefill leg. Call with the lock held, after {@link #begin}.
     *
     * @param prefill that this ledger has booked for it
     */
    public Booking bookAfter(Booking prefill, TargetLoad load, Leg leg) {
        if (!(prefill instanceof LegBooking first)) {
            throw new IllegalArgumentException("not a booking of this ledger: " + prefill);
        }
        return new LegBooking(this, load, poolOf(load), leg, 0, null, first, ++bookings);
    }

    /** A copy of a target's load. Takes the lock. */
    public LoadStatus status(TargetLoad load) {
        lock();
        try {
            return load.status();
        } finally {
            unlock();
        }
    }

    /** With the lock held: expected blocks have one writer at a time. */
    void withdraw(long expected) {
        if (expected != 0) {
            withdraw.accept(expected);
        }
    }

    /** With the lock held, like {@link #withdraw}. */
    void settle(long expected) {
        if (expected != 0) {
            settle.accept(expected);
        }
    }

    private static RecentPool poolOf(TargetLoad load) {
        RecentPool pool = load.pool();
        if (pool == null) {
            throw new IllegalStateException("begin() comes before book()");
        }
        return pool;
    }
}
