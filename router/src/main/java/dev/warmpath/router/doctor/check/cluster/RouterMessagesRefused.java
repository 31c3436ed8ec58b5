package dev.warmpath.router.doctor.check.cluster;

import dev.warmpath.router.cluster.status.ClusterState;
import dev.warmpath.router.cluster.wire.Refused;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ClusterCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;

/** {@link ClusterCheck#ROUTER_MESSAGES_REFUSED}. */
public final class RouterMessagesRefused implements Check {

    @Override
    public CheckName name() {
        return ClusterCheck.ROUTER_MESSAGES_REFUSED;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        for (Refused reason : Refused.values()) {
            if (reason == Refused.OTHER_SECRET) {
                // A check of its own.
                continue;
            }
            long refused = evidence.grown(fleet -> fleet.cluster().refused().getOrDefault(reason, 0L));
            if (refused > 0) {
                findings.warn(
                        null,
                        refused + " messages or connections between routers were not taken lately: " + reason.key());
            }
        }
        if (evidence.now().cluster().state() == ClusterState.OFF) {
            findings.unjudged("cluster.enabled is false: this router hears no others");
        } else {
            findings.fine("every message between routers was taken");
        }
    }
}
