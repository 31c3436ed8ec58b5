package dev.warmpath.router.doctor.check.view;

import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link ViewCheck#EXPECTED_UNCONFIRMED}. */
public final class ExpectedUnconfirmed extends EachRank {

    private static final int ENOUGH = 5;

    /** Some may be missed by evictions, and by prompts that the engine does not cache for reasons of its own. */
    private static final double MOST_MISSED = 0.8;

    @Override
    public CheckName name() {
        return ViewCheck.EXPECTED_UNCONFIRMED;
    }

    @Override
    void look(RankEvidence rank, Evidence evidence, Findings findings) {
        long confirmed = evidence.grown(rank, r -> r.expected().confirmed());
        long missed = evidence.grown(rank, r -> r.expected().missed());
        long stored = evidence.grown(rank, ExpectedUnconfirmed::stored);
        if (missed >= ENOUGH && missed > MOST_MISSED * (confirmed + missed) && stored > 0) {
            findings.fail(
                    rank.name(),
                    missed + " of " + (confirmed + missed) + " requests were followed by events, but not by those of"
                            + " their own first new block");
        }
    }

    private static long stored(RankEvidence rank) {
        StreamStatus stream = rank.stream();
        return stream == null ? 0 : stream.events().getOrDefault("stored", 0L);
    }
}
