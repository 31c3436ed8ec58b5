package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** A check that looks at every rank by itself. */
abstract class EachRank implements Check {

    @Override
    public final void look(Evidence evidence, Findings findings) {
        int[] ranks = new int[1];
        evidence.now().eachRank(rank -> {
            ranks[0]++;
            look(rank, evidence, findings);
        });
        if (ranks[0] == 0) {
            findings.unjudged("no workers");
        } else {
            findings.fine(ranks[0] + " ranks, none of them so");
        }
    }

    abstract void look(RankEvidence rank, Evidence evidence, Findings findings);
}
