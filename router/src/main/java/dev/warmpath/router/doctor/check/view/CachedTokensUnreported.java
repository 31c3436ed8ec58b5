package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import dev.warmpath.scorer.feedback.FeedbackReason;
import dev.warmpath.scorer.feedback.FeedbackStatus;

/** {@link ViewCheck#CACHED_TOKENS_UNREPORTED}. */
public final class CachedTokensUnreported extends EachRank {

    @Override
    public CheckName name() {
        return ViewCheck.CACHED_TOKENS_UNREPORTED;
    }

    @Override
    void look(RankEvidence rank, Evidence evidence, Findings findings) {
        FeedbackStatus feedback = rank.feedback();
        if (feedback.reason() == FeedbackReason.NOT_REPORTED) {
            findings.warn(rank.name(), feedback.notReported() + " answers with usage, none with cached_tokens");
        }
    }
}
