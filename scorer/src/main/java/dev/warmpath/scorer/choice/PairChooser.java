package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.hash.UnhashedReason;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.load.LoadLedger;
import dev.warmpath.scorer.load.LoadStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Chooses and books, in one atomic step. Safe from any thread; callers wait for each other, some 5 microseconds each for a
 * prompt of 8000 tokens and 64 targets ({@code ChooseBenchmark}).
 *
 * <p>Why one step under one lock: a burst of requests that are each scored before any of them is booked is scored on one
 * stale picture and lands on one target. So the loads are read, the targets chosen, the bookings made and the prompt's
 * blocks entered as expected before the next request is scored. Look-ups in the index are inside for the same reason: a
 * sibling that comes a moment later has to find the blocks that are expected of its predecessor. What can be done before
 * is done before: hashing.
 *
 * <p>Where {@link SkipLaw} finds a decode target that may take a request alone, no pair is looked for.
 *
 * <p>When nobody can serve, each side that has no eligible target falls back on those that are barred for
 * {@link Ineligibility#FAILING} alone: a target that fails some requests serves some, and none serves none.
 *
 * <p>The cost law is told at {@link CostLaw}, load at {@link dev.warmpath.scorer.load.TargetLoad}, the search at
 * {@link PairSearch}, ties at {@link TieOrder}.
 */
public final class PairChooser {

    private final PrefixIndex index;
    private final LongSupplier nanoClock;
    private final LoadLedger ledger;
    private final ScoreSheet sheet;
    private final TransferLaw transfer;
    private final SkipLaw skip;
    private final PairSearch search;
    private final Booker booker;
    private final LoadExchange exchange;
    private final WeightTrial trial = new WeightTrial();
    private volatile OverlapWeights weights;

    /** @param nanoClock monotonic, as {@link System#nanoTime} */
    public PairChooser(PrefixIndex index, ScoringSettings settings, LongSupplier nanoClock) {
        this.index = index;
        this.nanoClock = nanoClock;
        this.ledger = new LoadLedger(
                settings.recentDecay(), index::withdraw, ticket -> index.settle(ticket, nanoClock.getAsLong()));
        this.sheet = new ScoreSheet(new CostLaw(settings), index);
        this.transfer = new TransferLaw(settings.transfer());
        this.skip = new SkipLaw(settings.skipPrefill());
        this.search = new PairSearch(transfer);
        ExpectedHints hints = new ExpectedHints();
        this.booker = new Booker(ledger, index, hints, settings.content().keys());
        this.exchange = new LoadExchange(ledger, index, hints, nanoClock);
        this.weights = new OverlapWeights(
                settings.prefillOverlapWeight(), settings.decodeOverlapWeight(), settings.mixedOverlapWeight());
    }

    public OverlapWeights weights() {
        return weights;
    }

    /** Holds from the next choice on. */
    public void setWeights(OverlapWeights weights) {
        this.weights = weights;
    }

    /**
     * Finds the cheapest pair over all pairings and books it.
     *
     * @param pairings for the request's model; all of them compete
     * @param excluded targets that an earlier attempt of this request failed on
     */
    public Choice choose(HashedPrompt prompt, List<Pairing> pairings, Set<Target> excluded) {
        return choose(prompt, pairings, excluded, Wish.NONE);
    }

    /** The same for a request that has a wish. */
    public Choice choose(HashedPrompt prompt, List<Pairing> pairings, Set<Target> excluded, Wish wish) {
        hash(prompt, pairings);
        ledger.lock();
        try {
            long now = nanoClock.getAsLong();
            PairSearch.Way way = decide(prompt, pairings, excluded, wish, now);
            if (way == null) {
                return new Shortage(sheet, pairings, transfer.required()).tell();
            }
            if (prompt.unhashedReason() == null) {
                trial.look(sheet, pairings, way);
            }
            return booker.book(prompt, pairings, way);
        } finally {
            sheet.clear();
            ledger.unlock();
        }
    }

    /** What {@link #choose} would do now; books nothing. */
    public Explanation explain(HashedPrompt prompt, List<Pairing> pairings) {
        return explain(prompt, pairings, Wish.NONE);
    }

    /** The same for a request that has a wish. */
    public Explanation explain(HashedPrompt prompt, List<Pairing> pairings, Wish wish) {
        hash(prompt, pairings);
        ledger.lock();
        try {
            PairSearch.Way way = decide(prompt, pairings, Set.of(), wish, nanoClock.getAsLong());
            return explanation(prompt, pairings, way);
        } finally {
            sheet.clear();
            ledger.unlock();
        }
    }

    /** Whether some prefill and some decode target stand near enough to be a pair, be they well or not. Any thread. */
    public boolean pairable(Pairing pairing) {
        if (pairing.decode().isEmpty() || !transfer.matters(pairing)) {
            return true;
        }
        for (Candidate first : pairing.prefill()) {
            for (Candidate second : pairing.decode()) {
                if (transfer.perBlock(first.place(), second.place()) < Double.POSITIVE_INFINITY) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * What a hand-off between two targets of a pairing costs for each block: 0 where it does not matter where they stand,
     * infinite where they must not be a pair. Any thread.
     */
    public double distance(Pairing pairing, Candidate first, Candidate second) {
        return transfer.matters(pairing) ? transfer.perBlock(first.place(), second.place()) : 0;
    }

    /** What choosing has come to so far. Any thread. */
    public ChoiceTally tally() {
        return trial.tally();
    }

    /** By which several routers before one fleet know of each other's load. */
    public LoadExchange exchange() {
        return exchange;
    }

    /** What is booked on a candidate now. Any thread. */
    public LoadStatus load(Candidate candidate) {
        return ledger.status(candidate.load());
    }

    /** The decision itself, common to choosing and explaining. */
    private PairSearch.@Nullable Way decide(
            HashedPrompt prompt, List<Pairing> pairings, Set<Target> excluded, Wish wish, long now) {
        index.expire(now);
        sheet.fill(prompt, pairings, excluded, weights, wish);
        PairSearch.Way straight = skip.way(prompt, sheet, pairings);
        if (straight != null) {
            return straight;
        }
        PairSearch.Way way = search.best(sheet, pairings);
        // A healthy target that was not wished for comes before a failing one.
        if (way == null && wish.only() && sheet.relent(pairings.size(), false)) {
            way = search.best(sheet, pairings);
        }
        if (way == null && wish.only() && sheet.relent(pairings.size(), true)) {
            way = search.best(sheet, pairings);
        }
        if (way == null && sheet.fallBack(pairings.size(), excluded, false)) {
            way = search.best(sheet, pairings);
        }
        // Where nearness is required, a side's good targets may all be too far from the other side's.
        if (way == null && transfer.required() != null && sheet.fallBack(pairings.size(), excluded, true)) {
            way = search.best(sheet, pairings);
        }
        return way;
    }

    /** Hashing is the one long computation: it is done before the lock is taken, wherever nobody did it earlier. */
    private static void hash(HashedPrompt prompt, List<Pairing> pairings) {
        int last = 0;
        for (int i = 0; i < pairings.size(); i++) {
            Pairing pairing = pairings.get(i);
            last = hash(prompt, pairing.prefill(), last);
            last = hash(prompt, pairing.decode(), last);
        }
    }

    private static int hash(HashedPrompt prompt, List<Candidate> side, int hashed) {
        int last = hashed;
        for (int i = 0; i < side.size(); i++) {
            int blockSize = side.get(i).index().blockSize();
            if (blockSize != last) {
                prompt.chain(blockSize);
                last = blockSize;
            }
        }
        return last;
    }

    private Explanation explanation(HashedPrompt prompt, List<Pairing> pairings, PairSearch.@Nullable Way way) {
        UnhashedReason unhashed = prompt.unhashedReason();
        List<Explanation.Row> rows = new ArrayList<>();
        for (int i = 0; i < pairings.size(); i++) {
            for (int line = sheet.prefillStart(i); line < sheet.end(i); line++) {
                rows.add(row(prompt, pairings, i, sheet.get(line), line < sheet.decodeStart(i), way));
            }
        }
        Score first = way == null || way.skipsPrefill() ? null : way.first();
        Score second = way == null ? null : way.skipsPrefill() ? way.first() : way.second();
        return new Explanation(
                prompt.tokens(),
                unhashed == null ? null : unhashed.key(),
                first == null ? null : first.candidate().target(),
                second == null ? null : second.candidate().target(),
                rows);
    }

    /**
     * What the hand-off between this target and the other side's chosen one costs; where no pair can be made, what that with
     * the nearest of the other side would. Null where that is no question.
     */
    private @Nullable Double handOff(
            List<Pairing> pairings, int number, Score score, boolean first, PairSearch.@Nullable Way way) {
        Pairing pairing = pairings.get(number);
        if (!transfer.matters(pairing) || pairing.decode().isEmpty()) {
            return null;
        }
        if (way == null) {
            return nearest(number, score, first);
        }
        Score second = way.second();
        if (second == null || !pairing.equals(way.pairing())) {
            return null;
        }
        return first ? transfer.between(score, second) : transfer.between(way.first(), score);
    }

    private double nearest(int number, Score score, boolean first) {
        int from = first ? sheet.decodeStart(number) : sheet.prefillStart(number);
        int to = first ? sheet.end(number) : sheet.decodeStart(number);
        double nearest = Double.POSITIVE_INFINITY;
        for (int line = from; line < to; line++) {
            Score other = sheet.get(line);
            nearest = Math.min(nearest, first ? transfer.between(score, other) : transfer.between(other, score));
        }
        return nearest;
    }

    private Explanation.Row row(
            HashedPrompt prompt,
            List<Pairing> pairings,
            int number,
            Score score,
            boolean first,
            PairSearch.@Nullable Way way) {
        Pairing pairing = pairings.get(number);
        SkipVerdict straight = first ? null : skip.verdict(prompt, pairing, score);
        return new Explanation.Row(
                score.candidate().target(),
                score.candidate().role(),
                pairing.group(),
                score.blocks,
                score.device,
                score.host,
                score.disk,
                prompt.content().length,
                score.content,
                score.trust,
                score.candidate().streamTrust(),
                score.candidate().feedback().trust(),
                score.candidate().feedback().status().reason(),
                score.credit,
                score.missed,
                score.load,
                score.othersLoad,
                score.crowd,
                score.cost,
                score.ineligible,
                score.lastResort,
                handOff(pairings, number, score, first, way),
                straight,
                straight == null ? 0 : SkipLaw.lacked(prompt, score),
                score.wished);
    }
}
