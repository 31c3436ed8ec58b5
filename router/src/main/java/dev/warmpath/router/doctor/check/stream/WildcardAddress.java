package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.config.address.Hosts;
import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;

/** {@link StreamCheck#WILDCARD_ADDRESS}. */
public final class WildcardAddress implements Check {

    @Override
    public CheckName name() {
        return StreamCheck.WILDCARD_ADDRESS;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        int connected = 0;
        for (WorkerEvidence worker : evidence.now().workers()) {
            if (worker.settings().kvEvents() instanceof KvEventsSettings.Connect connect) {
                connected++;
                if (connect.wildcard()) {
                    findings.warn(
                            worker.id(),
                            "written with a wildcard host; events are expected at "
                                    + connect.endpoints().get(0));
                }
            } else if (worker.settings().kvEvents() == null) {
                advertised(worker, findings);
            }
        }
        if (connected == 0) {
            findings.unjudged("the router connects to no publisher");
        } else {
            findings.fine(connected + " workers, their publishers' hosts written out");
        }
    }

    /** Where nobody has configured an address, the one that the engine tells is what anybody would copy. */
    private static void advertised(WorkerEvidence worker, Findings findings) {
        TcpEndpoint publisher = TcpEndpoint.parse(worker.engine().account().publisher());
        if (publisher != null && Hosts.isWildcard(publisher.host())) {
            findings.warn(
                    worker.id(),
                    "the engine says that it publishes at " + publisher + " and kv_events is not configured; for the"
                            + " router that is "
                            + publisher.reachableAt(worker.settings().url().getHost()));
        }
    }
}
