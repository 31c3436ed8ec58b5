package dev.warmpath.router.observe.request;

import dev.warmpath.router.legs.UsageWatch;
import dev.warmpath.router.usage.AnswerUsage;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import dev.warmpath.scorer.load.Prediction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Holds what answers say of their engine's cache against what was predicted, and lets scoring know (design 3.6). Any
 * thread.
 */
public final class CacheFeedback implements UsageWatch {

    private static final Logger log = LoggerFactory.getLogger(CacheFeedback.class);

    private final RouterMetrics metrics;
    private final LongSupplier nanoClock;

    /** @param nanoClock monotonic, as {@link System#nanoTime} */
    public CacheFeedback(RouterMetrics metrics, LongSupplier nanoClock) {
        this.metrics = metrics;
        this.nanoClock = nanoClock;
    }

    @Override
    public void answered(Candidate target, Prediction prediction, @Nullable AnswerUsage usage) {
        if (usage == null) {
            metrics.cacheNotTold(target, RouterMetrics.Untold.NO_USAGE);
            return;
        }
        int cached = target.feedback().meant(usage.cachedTokens(), usage.wording());
        if (cached == AnswerUsage.ABSENT) {
            metrics.cacheNotTold(target, RouterMetrics.Untold.NOT_REPORTED);
        } else {
            metrics.cacheTold(target, prediction.cachedTokens(), cached);
        }
        boolean changed =
                target.heard(prediction, usage.promptTokens(), cached, usage.wording(), nanoClock.getAsLong());
        if (changed) {
            tell(target);
        }
    }

    private static void tell(Candidate target) {
        FeedbackStatus now = target.feedback().status();
        log.atLevel(now.doubted() ? Level.WARN : Level.INFO)
                .addKeyValue("target", target.target())
                .addKeyValue("trust", now.trust())
                .addKeyValue("reason", now.reason().key())
                .log(
                        now.doubted()
                                ? "predictions of cached tokens fail; this target is trusted less"
                                : "predictions of cached tokens come true again");
    }
}
