package dev.warmpath.scorer.feedback;

import static dev.warmpath.scorer.feedback.Observation.ABSENT;

/**
 * How far one target's announced blocks turn out to be held: the second factor of its trust, beside its stream's
 * (design 3.6). A stream can be perfect and its view still wrong: a cache dropped without an event, a tokenizer that
 * differs by one token, removals that a publisher loses before it numbers them. Only the engine's own count tells.
 *
 * <p><b>Measure.</b> A ratio of sums: tokens that were announced and proved cached, over tokens that were announced, both
 * fading by a tenth with each answer. A sum weighs a long prompt more than a short one, as its misses cost more; a mean of
 * ratios would not. It is the share of a promise that this target keeps, so it is the right factor for its credit.
 *
 * <p><b>Bounds.</b> Left alone, one prompt of a million tokens would outvote a hundred others, and after it short ones
 * could fail for long without being heard. So an answer's weight is held where it moves the ratio by at least
 * {@value #LEAST_SHARE} and at most {@value #MOST_SHARE} of the way to its own result. Twenty failures in a row therefore
 * leave at most 0.94^20 = 0.29 of the trust, whatever the sizes (0.12 where they are alike), and one failure costs at most
 * 0.15. Recovery has the same pace. A target starts as if ten answers like its first had come true.
 *
 * <p><b>What does not count.</b> An engine that holds more than was announced breaks no promise. A request for which nothing
 * was announced says nothing, and neither does an answer without the engine's count.
 *
 * <p>Constant size, a few additions per answer under a lock that nobody else holds for longer; {@link #trust} is one
 * volatile read.
 */
public final class Feedback {

    private static final double DECAY = 0.9;
    private static final double LEAST_SHARE = 0.06;
    private static final double MOST_SHARE = 0.15;

    /** A target is doubted when its trust falls below the first, and believed again when it rises above the second. */
    private static final double DOUBTED_BELOW = 0.5;

    private static final double BELIEVED_ABOVE = 0.8;

    /** Answers in a row that make a habit. */
    private static final int HABIT = 5;

    private final CacheReports reports;
    private double promised;
    private double kept;
    private volatile double trust = 1;

    private long compared;
    private long predictedTokens;
    private long actualTokens;
    private long unpredictedTokens;
    private long notReported;
    /** Of those: an engine that leaves out a 0 would have had something to tell. */
    private long unreportedPredictions;

    private long tokensDiffer;
    private int differInARow;
    private int emptyInARow;
    private boolean everKept;
    private boolean doubted;

    /** @param reports shared by the ranks of one worker */
    public Feedback(CacheReports reports) {
        this.reports = reports;
    }

    /** 0..1; 1 while nothing speaks against it. */
    public double trust() {
        return trust;
    }

    /**
     * What an answer's number means: an engine that has told before in these words leaves it out where it is 0.
     *
     * @param told as {@link Observation#cachedTokens}
     * @param wording as {@link Observation#wording}
     */
    public int meant(int told, Wording wording) {
        return told == ABSENT && reports.seen(wording) ? 0 : told;
    }

    /**
     * Takes one answer that carried usage.
     *
     * @return whether the target is doubted from now on, or believed again; {@link #status} says which
     */
    public synchronized boolean observe(Observation told) {
        countPrompt(told);
        int cached = meant(told.cachedTokens(), told.wording());
        if (cached == ABSENT) {
            notReported++;
            unreportedPredictions += told.predicted() > 0 ? 1 : 0;
            return false;
        }
        reports.see(told.wording());
        unpredictedTokens += Math.max(0, cached - told.predicted());
        if (told.predicted() > 0) {
            compared++;
            predictedTokens += told.predicted();
            actualTokens += cached;
        }
        return told.announced() > 0 && weigh(told.announced(), Math.min(cached, told.announced()));
    }

    private void countPrompt(Observation told) {
        if (told.tokens() == 0 || told.promptTokens() == ABSENT) {
            return;
        }
        boolean differs = told.tokens() != told.promptTokens();
        tokensDiffer += differs ? 1 : 0;
        differInARow = differs ? differInARow + 1 : 0;
    }

    private boolean weigh(int announced, int held) {
        if (promised == 0) {
            promised = announced / (1 - DECAY);
            kept = promised;
        }
        double before = DECAY * promised;
        double weight =
                Math.max(weightOf(LEAST_SHARE, before), Math.min(weightOf(MOST_SHARE, before), (double) announced));
        promised = before + weight;
        kept = DECAY * kept + weight * held / announced;
        trust = Math.min(1, kept / promised);
        everKept |= held > 0;
        emptyInARow = held == 0 ? emptyInARow + 1 : 0;
        boolean doubt = trust < (doubted ? BELIEVED_ABOVE : DOUBTED_BELOW);
        boolean changed = doubt != doubted;
        doubted = doubt;
        return changed;
    }

    /** What has to be added to {@code before} to be this share of the sum. */
    private static double weightOf(double share, double before) {
        return before * share / (1 - share);
    }

    /** A copy of what is known now. Any thread. */
    public synchronized FeedbackStatus status() {
        return new FeedbackStatus(
                trust,
                reason(),
                doubted,
                compared,
                predictedTokens,
                actualTokens,
                unpredictedTokens,
                notReported,
                tokensDiffer);
    }

    private FeedbackReason reason() {
        if (differInARow >= HABIT) {
            return FeedbackReason.TOKENS_DIFFER;
        }
        if (doubted && !everKept) {
            return FeedbackReason.NEVER_CACHED;
        }
        if (doubted) {
            return emptyInARow >= HABIT ? FeedbackReason.CACHE_LOST : FeedbackReason.CACHE_SHORT;
        }
        if (promised > 0) {
            return FeedbackReason.CONFIRMED;
        }
        return unreportedPredictions >= HABIT ? FeedbackReason.NOT_REPORTED : FeedbackReason.UNPROVEN;
    }
}
