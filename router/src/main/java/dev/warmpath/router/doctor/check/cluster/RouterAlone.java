package dev.warmpath.router.doctor.check.cluster;

import dev.warmpath.router.cluster.status.ClusterState;
import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ClusterCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import java.time.Duration;

/** {@link ClusterCheck#ROUTER_ALONE}. */
public final class RouterAlone implements Check {

    /** By then a peer that is there has been found. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @Override
    public CheckName name() {
        return ClusterCheck.ROUTER_ALONE;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        ClusterStatus cluster = evidence.now().cluster();
        if (cluster.state() == ClusterState.OFF) {
            findings.unjudged("cluster.enabled is false: this router looks for no others");
            return;
        }
        if (cluster.state() == ClusterState.TOGETHER) {
            findings.fine("other routers are heard");
            return;
        }
        Duration time = evidence.since(cluster.since());
        if (time.compareTo(PATIENCE) < 0) {
            findings.unjudged("looking for other routers for " + time.toSeconds() + " s");
        } else {
            String why = cluster.trouble() == null ? "" : ": " + cluster.trouble();
            findings.fail(
                    null, cluster.state().key() + " for " + time.toSeconds() + " s, no other router is heard" + why);
        }
    }
}
