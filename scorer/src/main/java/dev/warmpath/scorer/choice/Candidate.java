package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.feedback.CacheReports;
import dev.warmpath.scorer.feedback.Feedback;
import dev.warmpath.scorer.feedback.Observation;
import dev.warmpath.scorer.feedback.Wording;
import dev.warmpath.scorer.index.RankIndex;
import dev.warmpath.scorer.load.Prediction;
import dev.warmpath.scorer.load.TargetLoad;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A target that may be chosen, with everything that scoring knows of it. Made once when its worker is registered and
 * kept until it is removed; its load lives in it, so nothing that happens to the worker in between (health, draining, a
 * new pairing) touches the load. Take it out of every pairing before its rank leaves the index.
 */
public final class Candidate {

    /** What a target may be barred for and still be better than none. */
    private static final Set<Ineligibility> LAST_RESORT = EnumSet.of(Ineligibility.FAILING);

    private final Role role;
    private final RankIndex index;
    private final DoubleSupplier streamTrust;
    private final Feedback feedback;
    private final @Nullable Place place;
    private final long number;
    private final TargetLoad load;
    private final ContentKeys content = new ContentKeys();
    /** Guarded by itself; the first of them is published in {@link #ineligible}, which decisions read. */
    private final Set<Ineligibility> bars = EnumSet.noneOf(Ineligibility.class);

    private volatile @Nullable String ineligible;

    /** @param streamTrust 0..1, read at every decision: must be cheap and must not block */
    public Candidate(Role role, RankIndex index, DoubleSupplier streamTrust) {
        this(role, index, streamTrust, new CacheReports());
    }

    /**
     * @param streamTrust 0..1, read at every decision: must be cheap and must not block
     * @param reports shared by the candidates of one worker
     */
    public Candidate(Role role, RankIndex index, DoubleSupplier streamTrust, CacheReports reports) {
        this(role, index, streamTrust, reports, null);
    }

    /**
     * @param streamTrust 0..1, read at every decision: must be cheap and must not block
     * @param reports shared by the candidates of one worker
     * @param place where it stands, shared likewise; null where nobody says
     */
    public Candidate(
            Role role, RankIndex index, DoubleSupplier streamTrust, CacheReports reports, @Nullable Place place) {
        this.role = role;
        this.place = place;
        this.number = Rendezvous.number(index.target().toString());
        this.index = index;
        this.streamTrust = streamTrust;
        this.feedback = new Feedback(reports);
        this.load = new TargetLoad(index.target());
    }

    public Target target() {
        return index.target();
    }

    public Role role() {
        return role;
    }

    /** Its name as a number, the same in every router. */
    long number() {
        return number;
    }

    public RankIndex index() {
        return index;
    }

    /** Where it stands, or null where nobody says. */
    public @Nullable Place place() {
        return place;
    }

    /** How far its view is believed, 0..1: the stream's trust times that of the feedback. Read at every decision. */
    public double trust() {
        return streamTrust() * feedback.trust();
    }

    /** How far its event stream is believed, 0..1. */
    public double streamTrust() {
        return CostLaw.trust(streamTrust.getAsDouble());
    }

    /** What its answers say of the predictions made for it. */
    public Feedback feedback() {
        return feedback;
    }

    /**
     * Takes one answer that carried usage: judges the events by it, learns blocks that they did not announce, and forgets
     * learned ones that turn out not to be held. Where no stream is believed nothing is learned, for nothing would be
     * credited.
     *
     * @param promptTokens as {@link Observation#promptTokens}
     * @param cachedTokens as {@link Observation#cachedTokens}
     * @param wording as {@link Observation#wording}
     * @param nowNanos of the clock that {@link dev.warmpath.scorer.index.PrefixIndex#expireLearned} goes by
     * @return whether the target is doubted from now on, or believed again
     */
    public boolean heard(Prediction prediction, int promptTokens, int cachedTokens, Wording wording, long nowNanos) {
        int cached = feedback.meant(cachedTokens, wording);
        if (cached != Observation.ABSENT) {
            long[] chain = prediction.chain();
            int proven = Math.min(cached / prediction.blockSize(), chain.length);
            if (cached < prediction.cachedTokens()) {
                index.forget(chain, proven, prediction.matchedBlocks());
            }
            if (cached > prediction.announcedTokens() && streamTrust() > 0) {
                index.learn(chain, prediction.announcedTokens() / prediction.blockSize(), proven, nowNanos);
            }
        }
        return feedback.observe(new Observation(
                prediction.tokens(),
                prediction.cachedTokens(),
                prediction.announcedTokens(),
                promptTokens,
                cached,
                wording));
    }

    /** Why this target must not be chosen now, as {@link Ineligibility#key}, or null when it may. */
    public @Nullable String ineligible() {
        return ineligible;
    }

    /** Keeps this target from being chosen until {@link #admit} with the same reason; other reasons are not touched. */
    public void bar(Ineligibility reason) {
        synchronized (bars) {
            bars.add(reason);
            publish();
        }
    }

    /** Takes one reason back. The target may be chosen when none is left. */
    public void admit(Ineligibility reason) {
        synchronized (bars) {
            bars.remove(reason);
            publish();
        }
    }

    /** Whether this reason, among others perhaps, keeps the target from being chosen. */
    public boolean barred(Ineligibility reason) {
        synchronized (bars) {
            return bars.contains(reason);
        }
    }

    /**
     * Whether it may be chosen where there is nobody else: a target that fails some requests serves some, and none serves
     * none.
     */
    public boolean betterThanNone() {
        return barredByNoneBut(LAST_RESORT);
    }

    /** Whether no reason but these keeps the target from being chosen; true where none does. */
    public boolean barredByNoneBut(Set<Ineligibility> reasons) {
        synchronized (bars) {
            return reasons.containsAll(bars);
        }
    }

    private void publish() {
        ineligible = bars.isEmpty() ? null : bars.iterator().next().key();
    }

    /** Guarded by the ledger's lock. */
    ContentKeys content() {
        return content;
    }

    /** Guarded by the ledger's lock; others ask {@link PairChooser#load}. */
    TargetLoad load() {
        return load;
    }
}
