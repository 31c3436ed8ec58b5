package dev.warmpath.router.doctor.check.cluster;

import dev.warmpath.router.cluster.status.MemberState;
import dev.warmpath.router.cluster.status.MemberStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ClusterCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import java.util.List;

/** {@link ClusterCheck#ROUTER_LOST}. */
public final class RouterLost implements Check {

    @Override
    public CheckName name() {
        return ClusterCheck.ROUTER_LOST;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        List<MemberStatus> members = evidence.now().cluster().members();
        for (MemberStatus member : members) {
            if (member.state() != MemberState.LIVE) {
                findings.warn(
                        null,
                        "router " + member.name() + " is " + member.state().key() + " for "
                                + evidence.since(member.since()).toSeconds() + " s");
            }
        }
        if (members.isEmpty()) {
            findings.unjudged("no other router was heard");
        } else {
            findings.fine(members.size() + " other routers are heard");
        }
    }
}
