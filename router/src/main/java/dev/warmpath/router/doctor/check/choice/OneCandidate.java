package dev.warmpath.router.doctor.check.choice;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ChoiceCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.Pool;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** {@link ChoiceCheck#ONE_CANDIDATE}. Pools of one model compete, so their ranks count together. */
public final class OneCandidate implements Check {

    /** The targets that compete for one model's requests. */
    private record Sides(List<RankEvidence> first, List<RankEvidence> second) {}

    @Override
    public CheckName name() {
        return ChoiceCheck.ONE_CANDIDATE;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        Map<String, Sides> models = new TreeMap<>();
        for (Pool pool : Pool.of(evidence.now())) {
            if (pool.first().isEmpty()
                    || (pool.protocol() != Protocol.NONE && pool.second().isEmpty())) {
                continue;
            }
            Sides sides =
                    models.computeIfAbsent(pool.model(), model -> new Sides(new ArrayList<>(), new ArrayList<>()));
            sides.first().addAll(pool.first());
            sides.second().addAll(pool.second());
        }
        models.forEach((model, sides) -> {
            side(model, sides.first(), findings);
            side(model, sides.second(), findings);
        });
        if (models.isEmpty()) {
            findings.unjudged("no model is served");
        } else {
            findings.fine(models.size() + " models, each with several targets per role");
        }
    }

    private static void side(String model, List<RankEvidence> ranks, Findings findings) {
        if (ranks.isEmpty() || Pool.eligible(ranks) > 1) {
            return;
        }
        String role = ranks.get(0).role().key();
        String many = ranks.size() == 1
                ? "is the only " + role + " target"
                : "only one of " + ranks.size() + " " + role + " targets may be chosen now";
        findings.warn(
                ranks.size() == 1 ? ranks.get(0).name() : null,
                "model " + model + ": " + many + ", so scoring." + role + ".overlap_weight decides nothing");
    }
}
