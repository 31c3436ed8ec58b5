package dev.warmpath.router.doctor.check.choice;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ChoiceCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;

/** {@link ChoiceCheck#WEIGHT_WITHOUT_EFFECT}. */
public final class WeightWithoutEffect implements Check {

    /** Fewer could fall so by chance: where load alone takes the warm target every other time, one row in a thousand. */
    private static final int ENOUGH = 10;

    @Override
    public CheckName name() {
        return ChoiceCheck.WEIGHT_WITHOUT_EFFECT;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        long judged = 0;
        for (Role role : Role.values()) {
            long contested = evidence.grown(fleet -> fleet.choices().of(role).contested());
            long swayed = evidence.grown(fleet -> fleet.choices().of(role).swayed());
            if (contested >= ENOUGH && swayed == 0) {
                String key = role.key();
                findings.fail(
                        null,
                        "scoring." + key + ".overlap_weight is "
                                + evidence.now().weights().of(role) + ": "
                                + contested + " choices among targets that hold different parts of the prompt, none"
                                + " decided by it");
            }
            judged += contested;
        }
        if (judged < ENOUGH) {
            findings.unjudged(judged + " choices lately among targets that hold different parts of the prompt");
        } else {
            findings.fine(judged + " choices among targets that hold different parts of the prompt");
        }
    }
}
