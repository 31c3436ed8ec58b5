package dev.warmpath.router.doctor.check.prompt;

import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.scorer.hash.UnhashedReason;

/** Counts prompts that got no hashes, over the evidence's span. */
final class Unhashed {

    private Unhashed() {}

    static long count(Evidence evidence, UnhashedReason... reasons) {
        long count = 0;
        for (UnhashedReason reason : reasons) {
            count += evidence.grown(fleet -> fleet.prompts().stats().unhashed().getOrDefault(reason, 0L));
        }
        return count;
    }

    static long prompts(Evidence evidence) {
        return evidence.grown(fleet -> fleet.prompts().total());
    }
}
