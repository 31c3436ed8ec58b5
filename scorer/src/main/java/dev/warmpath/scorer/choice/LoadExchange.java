package dev.warmpath.scorer.choice;

import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.load.LoadLedger;
import dev.warmpath.scorer.load.RecentPool;
import dev.warmpath.scorer.load.SharedLoad;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * By which several routers before one fleet know of each other's load: what this one tells, and what it has heard.
 * Whoever carries the messages calls it every few milliseconds; each call holds the ledger's lock for one target's
 * numbers, so choices hardly wait. Until {@link #open} nothing is noted, and a choice costs what it costs without it.
 * Any thread.
 */
public final class LoadExchange {

    private final LoadLedger ledger;
    private final PrefixIndex index;
    private final ExpectedHints hints;
    private final LongSupplier nanoClock;

    LoadExchange(LoadLedger ledger, PrefixIndex index, ExpectedHints hints, LongSupplier nanoClock) {
        this.ledger = ledger;
        this.index = index;
        this.hints = hints;
        this.nanoClock = nanoClock;
    }

    /** From now on changes are noted. */
    public void open() {
        ledger.watchChanges();
        locked(hints::watch);
    }

    /** Names the targets whose load has changed, and what bookings expect, since the last call. */
    public void drain(Consumer<Target> changed, Consumer<ExpectedHint> expected) {
        locked(() -> {
            ledger.drainChanged(changed);
            hints.drain(expected);
        });
    }

    /** Expectations that nobody was told of, because there were too many at one time. */
    public long hintsDropped() {
        ledger.lock();
        try {
            return hints.dropped();
        } finally {
            ledger.unlock();
        }
    }

    /** What other routers are told of a target. */
    public SharedLoad told(Candidate candidate) {
        ledger.lock();
        try {
            return ledger.shared(candidate.load());
        } finally {
            ledger.unlock();
        }
    }

    /**
     * Takes what another router told of a target, in place of what it told before.
     *
     * @param slot the other router's own, from 0; small, and free again after {@link #forget}
     * @param beside pairings that the target is in: their recent charges fade together
     */
    public void hear(int slot, Candidate candidate, List<Pairing> beside, SharedLoad told) {
        locked(() -> {
            RecentPool pool = candidate.load().pool();
            if (pool == null) {
                pool = Booker.pool(beside);
            }
            ledger.hear(slot, candidate.load(), told, pool == null ? ledger.newPool() : pool);
        });
    }

    /** Blocks that another router's booking will have a target hold; believed for a while only, for it does not tell when the prefill is done. */
    public void expect(Candidate candidate, ExpectedHint hint) {
        locked(() -> index.expectFor(candidate.index(), hint.chain(), nanoClock.getAsLong()));
    }

    /** Takes out what another router put on a target. */
    public void forget(int slot, Candidate candidate) {
        locked(() -> ledger.forget(slot, candidate.load()));
    }

    private void locked(Runnable work) {
        ledger.lock();
        try {
            work.run();
        } finally {
            ledger.unlock();
        }
    }
}
