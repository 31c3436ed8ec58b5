package dev.warmpath.router.doctor.check.prompt;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.PromptCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.scorer.feedback.FeedbackReason;
import dev.warmpath.scorer.feedback.FeedbackStatus;

/** {@link PromptCheck#TOKENS_DIFFER}. */
public final class TokensDiffer implements Check {

    @Override
    public CheckName name() {
        return PromptCheck.TOKENS_DIFFER;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        long[] differing = new long[1];
        evidence.now().eachRank(rank -> {
            FeedbackStatus feedback = rank.feedback();
            if (feedback.reason() == FeedbackReason.TOKENS_DIFFER) {
                findings.fail(
                        rank.name(),
                        feedback.tokensDiffer() + " answers count other prompt tokens than the router, the last five"
                                + " and more in a row");
            }
            differing[0] += feedback.tokensDiffer();
        });
        if (Unhashed.prompts(evidence) == 0) {
            findings.unjudged("no prompts lately");
        } else {
            findings.fine(differing[0] + " answers ever with another count of prompt tokens, never five in a row");
        }
    }
}
