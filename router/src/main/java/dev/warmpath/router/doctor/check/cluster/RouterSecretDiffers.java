package dev.warmpath.router.doctor.check.cluster;

import dev.warmpath.router.cluster.status.ClusterState;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.cluster.wire.Refused;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ClusterCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;

/** {@link ClusterCheck#ROUTER_SECRET_DIFFERS}. */
public final class RouterSecretDiffers implements Check {

    @Override
    public CheckName name() {
        return ClusterCheck.ROUTER_SECRET_DIFFERS;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        ClusterStatus cluster = evidence.now().cluster();
        long refused = evidence.grown(fleet -> fleet.cluster().refused().getOrDefault(Refused.OTHER_SECRET, 0L));
        if (refused > 0) {
            findings.fail(
                    null,
                    refused
                            + " connections lately between this router and one that knows another cluster.secret, the last at "
                            + cluster.otherSecretAt());
        } else if (cluster.state() == ClusterState.OFF) {
            findings.unjudged("cluster.enabled is false: this router meets no others");
        } else {
            findings.fine("no router was met that knows another cluster.secret");
        }
    }
}
