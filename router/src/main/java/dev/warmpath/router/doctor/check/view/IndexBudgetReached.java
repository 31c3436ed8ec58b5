package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link ViewCheck#INDEX_BUDGET}. */
public final class IndexBudgetReached extends EachRank {

    @Override
    public CheckName name() {
        return ViewCheck.INDEX_BUDGET;
    }

    @Override
    void look(RankEvidence rank, Evidence evidence, Findings findings) {
        long refused = evidence.grown(rank, r -> r.index().refused());
        if (refused > 0) {
            findings.fail(
                    rank.name(),
                    refused + " blocks were not taken up; it has "
                            + rank.index().deviceBlocks() + " on the device");
        }
    }
}
