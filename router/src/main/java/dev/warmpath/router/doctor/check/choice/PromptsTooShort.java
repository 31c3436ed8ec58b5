package dev.warmpath.router.doctor.check.choice;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ChoiceCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;

/** {@link ChoiceCheck#PROMPTS_TOO_SHORT}. */
public final class PromptsTooShort implements Check {

    /** Fewer say nothing of the traffic. */
    private static final int ENOUGH = 10;

    @Override
    public CheckName name() {
        return ChoiceCheck.PROMPTS_TOO_SHORT;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        long hashed = evidence.grown(fleet -> fleet.choices().hashed());
        long tooShort = evidence.grown(fleet -> fleet.choices().tooShort());
        if (hashed < ENOUGH) {
            findings.unjudged(hashed + " prompts lately");
            return;
        }
        String seen = tooShort + " of " + hashed + " prompts are shorter than a block";
        if (tooShort * 2 > hashed) {
            findings.warn(null, seen);
        }
        findings.fine(seen);
    }
}
