package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** {@link WorkerCheck#VERSION_ODD}. */
public final class VersionOdd implements Check {

    /** Workers of one model may run different engines, each with releases of its own. */
    private record Pool(String model, Engine engine) {}

    @Override
    public CheckName name() {
        return WorkerCheck.VERSION_ODD;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        Map<Pool, Map<String, String>> pools = new LinkedHashMap<>();
        int told = 0;
        for (WorkerEvidence worker : evidence.now().workers()) {
            String version = worker.engine().account().version();
            Engine engine = worker.engine().engine();
            if (engine == null || version.isEmpty()) {
                continue;
            }
            told++;
            age(worker, engine, version, findings);
            for (String model : worker.settings().models()) {
                pools.computeIfAbsent(new Pool(model, engine), pool -> new TreeMap<>())
                        .putIfAbsent(version, worker.id());
            }
        }
        pools.forEach((pool, versions) -> {
            if (versions.size() > 1) {
                StringBuilder seen = new StringBuilder("model " + pool.model + ", " + word(pool.engine) + ":");
                versions.forEach((version, worker) -> seen.append(seen.charAt(seen.length() - 1) == ':' ? " " : ", ")
                        .append(version)
                        .append(" (")
                        .append(worker)
                        .append(')'));
                findings.warn(null, seen.toString());
            }
        });
        if (told == 0) {
            findings.unjudged("no worker has told its version");
        } else {
            findings.fine(told + " workers have told their version, one for each model");
        }
    }

    private static void age(WorkerEvidence worker, Engine engine, String told, Findings findings) {
        EngineVersion version = EngineVersion.read(told);
        EngineVersion oldest = EngineVersion.oldest(engine, worker.settings().protocol());
        if (version != null && version.isBefore(oldest)) {
            findings.warn(
                    worker.id(), word(engine) + " " + told + " is older than " + oldest + ", which the router needs");
        }
    }

    private static String word(Engine engine) {
        return engine.name().toLowerCase(Locale.ROOT);
    }
}
