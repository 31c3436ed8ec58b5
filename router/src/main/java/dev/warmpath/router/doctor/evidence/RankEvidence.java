package dev.warmpath.router.doctor.evidence;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.load.RankLoad;
import dev.warmpath.scorer.feedback.FeedbackStatus;
import dev.warmpath.scorer.index.ExpectedOutcome;
import dev.warmpath.scorer.index.RankIndexStatus;
import dev.warmpath.scorer.load.LoadStatus;
import org.jspecify.annotations.Nullable;

/**
 * One rank at one moment.
 *
 * @param ineligible why it may not be chosen, or null
 * @param answers breaker of its answers
 * @param engineLoad its load by its engine
 * @param spec its stream as configured, or null for none; likewise {@code stream}, as it is
 */
public record RankEvidence(
        Target target,
        Role role,
        @Nullable String ineligible,
        Circuit.State answers,
        @Nullable StreamSpec spec,
        @Nullable StreamStatus stream,
        RankIndexStatus index,
        ExpectedOutcome expected,
        LoadStatus load,
        RankLoad engineLoad,
        FeedbackStatus feedback) {

    /** As answers name it. */
    public String name() {
        return target.toString();
    }
}
