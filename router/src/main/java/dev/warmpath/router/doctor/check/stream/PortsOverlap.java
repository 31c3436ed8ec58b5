package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.config.address.PortClaims;
import dev.warmpath.config.address.TcpEndpoint;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** {@link StreamCheck#PORTS_OVERLAP}. A configuration file is refused for it; workers come in other ways too. */
public final class PortsOverlap implements Check {

    @Override
    public CheckName name() {
        return StreamCheck.PORTS_OVERLAP;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        PortClaims claims = new PortClaims();
        int[] ports = new int[1];
        evidence.now().eachRank(rank -> {
            StreamSpec spec = rank.spec();
            if (spec == null || spec.direction() == StreamSpec.Direction.BIND) {
                return;
            }
            claim(claims, spec.endpoint(), rank, "events", findings);
            ports[0]++;
            if (spec.replayEndpoint() != null) {
                claim(claims, spec.replayEndpoint(), rank, "replay", findings);
                ports[0]++;
            }
        });
        claims.complainOfOverlaps("");
        if (ports[0] == 0) {
            findings.unjudged("no ports to compare");
        } else {
            findings.fine(ports[0] + " ports, each used once");
        }
    }

    private static void claim(PortClaims claims, String endpoint, RankEvidence rank, String what, Findings findings) {
        TcpEndpoint at = TcpEndpoint.ofChecked(endpoint);
        claims.add(new PortClaims.Claim(
                at.host(),
                at.port(),
                at.port(),
                what + " of " + rank.name(),
                (message, remedy) -> findings.fail(rank.name(), message)));
    }
}
