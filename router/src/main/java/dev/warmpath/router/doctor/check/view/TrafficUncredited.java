package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import java.util.ArrayList;
import java.util.List;

/** {@link ViewCheck#TRAFFIC_UNCREDITED}. */
public final class TrafficUncredited extends EachRank {

    private static final int ENOUGH = 5;

    /** Some may be missed by evictions, as with {@link ExpectedUnconfirmed}. */
    private static final double MOST_MISSED = 0.8;

    @Override
    public CheckName name() {
        return ViewCheck.TRAFFIC_UNCREDITED;
    }

    @Override
    void look(RankEvidence rank, Evidence evidence, Findings findings) {
        long numbered = evidence.grown(rank, r -> r.index().adaptersByNumber());
        long keyed = evidence.grown(rank, r -> r.index().extraKeyed());
        long confirmed = evidence.grown(rank, r -> r.expected().apartConfirmed());
        long missed = evidence.grown(rank, r -> r.expected().apartMissed());
        List<String> seen = new ArrayList<>();
        if (numbered > 0) {
            seen.add(numbered + " blocks of adapters that events name by number only");
        }
        if (missed >= ENOUGH && missed > MOST_MISSED * (confirmed + missed)) {
            seen.add(missed + " of " + (confirmed + missed)
                    + " requests with an adapter or a salt, whose blocks no event announced under it");
        }
        if (keyed > 0) {
            seen.add(keyed + " blocks that hold images or other content beside their tokens");
        }
        if (!seen.isEmpty()) {
            findings.warn(rank.name(), String.join("; ", seen));
        }
    }
}
