package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.Pool;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** {@link WorkerCheck#ROLE_MISSING}. */
public final class RoleMissing implements Check {

    @Override
    public CheckName name() {
        return WorkerCheck.ROLE_MISSING;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        Collection<Pool> pools = Pool.of(evidence.now());
        Set<String> served = new HashSet<>();
        Set<String> registered = new HashSet<>();
        for (Pool pool : pools) {
            registered.add(pool.model());
            if (pool.serves()) {
                served.add(pool.model());
            }
        }
        evidence.now().prompts().models().keySet().stream()
                .filter(model -> !registered.contains(model))
                .sorted()
                .forEach(model -> findings.fail(null, "model " + model + ": no worker is registered"));
        for (Pool pool : pools) {
            if (pool.serves()) {
                continue;
            }
            String seen = pool.name() + ": " + lack(pool);
            if (served.contains(pool.model())) {
                findings.warn(null, seen + "; other workers serve the model");
            } else {
                findings.fail(null, seen);
            }
        }
        findings.fine(served.size() + " models, each with every role it needs");
    }

    private static String lack(Pool pool) {
        if (pool.protocol() == Protocol.NONE) {
            return "mixed ranks: " + tally(pool.first());
        }
        return "prefill ranks: " + tally(pool.first()) + "; decode ranks: " + tally(pool.second());
    }

    /** How many there are, and why those that may not be chosen may not. */
    private static String tally(List<RankEvidence> ranks) {
        if (ranks.isEmpty()) {
            return "none";
        }
        Map<String, Integer> states = new TreeMap<>();
        for (RankEvidence rank : ranks) {
            String ineligible = rank.ineligible();
            states.merge(ineligible == null ? "active" : ineligible, 1, Integer::sum);
        }
        return states.toString();
    }
}
