package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import dev.warmpath.scorer.feedback.FeedbackStatus;

/** {@link ViewCheck#PREDICTIONS_UNCONFIRMED}. */
public final class PredictionsUnconfirmed extends EachRank {

    @Override
    public CheckName name() {
        return ViewCheck.PREDICTIONS_UNCONFIRMED;
    }

    @Override
    void look(RankEvidence rank, Evidence evidence, Findings findings) {
        FeedbackStatus feedback = rank.feedback();
        switch (feedback.reason()) {
            case NEVER_CACHED, CACHE_LOST, CACHE_SHORT ->
                findings.fail(
                        rank.name(),
                        feedback.reason().key() + ": " + feedback.reason().meaning() + "; "
                                + feedback.actualTokens() + " of " + feedback.predictedTokens()
                                + " predicted tokens in "
                                + feedback.compared() + " answers were cached");
            case UNPROVEN, NOT_REPORTED, CONFIRMED, TOKENS_DIFFER -> {}
        }
    }
}
