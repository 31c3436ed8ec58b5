package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import java.util.HashSet;
import java.util.Set;

/** {@link StreamCheck#NO_EVENT_ENDPOINT}. */
public final class NoEventEndpoint implements Check {

    @Override
    public CheckName name() {
        return StreamCheck.NO_EVENT_ENDPOINT;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        Set<String> withDecodeEvents = new HashSet<>();
        for (WorkerEvidence worker : evidence.now().workers()) {
            if (worker.settings().role() == Role.DECODE && worker.settings().kvEvents() != null) {
                withDecodeEvents.addAll(worker.settings().models());
            }
        }
        int with = 0;
        for (WorkerEvidence worker : evidence.now().workers()) {
            if (worker.settings().kvEvents() != null) {
                with++;
            } else if (worker.settings().role() != Role.DECODE) {
                findings.fail(worker.id(), "no kv_events: chosen by load alone");
            } else if (worker.settings().models().stream().anyMatch(withDecodeEvents::contains)) {
                findings.warn(worker.id(), "no kv_events, and other decode workers of its model have them");
            }
        }
        findings.fine(with + " of " + evidence.now().workers().size() + " workers have kv_events");
    }
}
