package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.HashComparison;

/** {@link ViewCheck#ENGINE_HASHES_DIFFER}. */
public final class EngineHashesDiffer implements Check {

    @Override
    public CheckName name() {
        return ViewCheck.ENGINE_HASHES_DIFFER;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        long same = 0;
        for (HashComparison hashes : evidence.hashes()) {
            same += hashes.same();
            if (hashes.different() > 0) {
                findings.warn(
                        hashes.worker(),
                        "model " + hashes.model() + ": " + hashes.different() + " of "
                                + (hashes.same() + hashes.different()) + " sampled blocks have another engine hash than"
                                + " at " + hashes.other());
            }
        }
        if (same == 0) {
            findings.unjudged("no two workers of a model have announced the same blocks");
        } else {
            findings.fine(same + " sampled blocks have the same engine hash wherever they are");
        }
    }
}
