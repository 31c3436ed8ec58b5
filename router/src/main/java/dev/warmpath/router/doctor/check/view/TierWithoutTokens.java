package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link ViewCheck#TIER_WITHOUT_TOKENS}. */
public final class TierWithoutTokens extends EachRank {

    @Override
    public CheckName name() {
        return ViewCheck.TIER_WITHOUT_TOKENS;
    }

    @Override
    void look(RankEvidence rank, Evidence evidence, Findings findings) {
        long unknown = evidence.grown(rank, r -> r.index().unknownPlaceholders());
        if (unknown > 0) {
            findings.warn(rank.name(), unknown + " blocks were announced without tokens by a name nobody knows");
        }
    }
}
