package dev.warmpath.router.doctor.check.cluster;

import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.cluster.status.Difference;
import dev.warmpath.router.cluster.status.MemberState;
import dev.warmpath.router.cluster.status.MemberStatus;
import dev.warmpath.router.cluster.wire.Hello;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ClusterCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import java.util.List;

/** {@link ClusterCheck#ROUTERS_DIFFER}. */
public final class RoutersDiffer implements Check {

    @Override
    public CheckName name() {
        return ClusterCheck.ROUTERS_DIFFER;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        ClusterStatus cluster = evidence.now().cluster();
        Hello self = cluster.self();
        int compared = 0;
        for (MemberStatus member : cluster.members()) {
            Hello other = member.hello();
            if (self == null || other == null || member.state() != MemberState.LIVE) {
                continue;
            }
            compared++;
            List<String> differing = Difference.between(self, other).stream()
                    .map(difference -> named(difference, other))
                    .toList();
            if (!differing.isEmpty()) {
                findings.warn(null, "router " + member.name() + " has other " + String.join(", ", differing));
            }
        }
        if (compared == 0) {
            findings.unjudged("no other router is heard");
        } else {
            findings.fine(compared + " other routers run the same");
        }
    }

    private static String named(Difference difference, Hello other) {
        return switch (difference) {
            case VERSION -> "version (" + other.version() + ")";
            case MODELS -> "models";
            case SCORING -> "scoring settings";
            case WORKERS -> "workers";
            case WEIGHTS -> "weights (" + other.weights() + ")";
            case CHANGES -> "changes of operators";
        };
    }
}
