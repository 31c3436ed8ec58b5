package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import dev.warmpath.router.fleet.worker.EngineFinding.Mismatch;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** {@link WorkerCheck#PD_FLAGS_UNUSED}. Looks at models as wholes, so that one worker's mistake is not told twice. */
public final class PdFlagsUnused implements Check {

    private static final String MIXED = Role.MIXED.name().toLowerCase(Locale.ROOT);

    /** What is configured of one model's workers, and what their engines say where they contradict it. */
    private static final class Roles {
        int mixed;
        int halves;
        int halvesThatAreMixed;
        final TreeSet<String> told = new TreeSet<>();

        void add(WorkerEvidence worker) {
            boolean isMixed = worker.settings().role() == Role.MIXED;
            mixed += isMixed ? 1 : 0;
            halves += isMixed ? 0 : 1;
            for (Mismatch mismatch : worker.engine().mismatches()) {
                if (!mismatch.key().equals("role")) {
                    continue;
                }
                if (isMixed) {
                    told.add(mismatch.told());
                } else if (mismatch.told().equals(MIXED)) {
                    halvesThatAreMixed++;
                }
            }
        }
    }

    @Override
    public CheckName name() {
        return WorkerCheck.PD_FLAGS_UNUSED;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        Map<String, Roles> models = new LinkedHashMap<>();
        for (WorkerEvidence worker : evidence.now().workers()) {
            for (String model : worker.settings().models()) {
                models.computeIfAbsent(model, name -> new Roles()).add(worker);
            }
        }
        models.forEach((model, roles) -> judge(model, roles, findings));
        if (models.isEmpty()) {
            findings.unjudged("no workers");
        } else {
            findings.fine(models.size() + " models, none of them so");
        }
    }

    private static void judge(String model, Roles roles, Findings findings) {
        if (roles.halves == 0 && !roles.told.isEmpty()) {
            findings.fail(
                    null,
                    "model " + model + ": engines were started as " + String.join(" and ", roles.told) + ", and all "
                            + roles.mixed + " workers are configured as mixed");
        } else if (roles.halves > 0 && roles.halvesThatAreMixed == roles.halves) {
            findings.fail(
                    null,
                    "model " + model + ": " + roles.halves
                            + " workers are configured as prefill or decode, and the engine of each was started for both");
        }
    }
}
