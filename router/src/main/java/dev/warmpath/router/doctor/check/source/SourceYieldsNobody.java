package dev.warmpath.router.doctor.check.source;

import dev.warmpath.router.discovery.SourceState;
import dev.warmpath.router.discovery.SourceStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;

/** {@link WorkerCheck#SOURCE_YIELDS_NOBODY}. */
public final class SourceYieldsNobody extends EachSource {

    @Override
    public CheckName name() {
        return WorkerCheck.SOURCE_YIELDS_NOBODY;
    }

    @Override
    void look(SourceStatus source, Findings findings) {
        if (source.state() == SourceState.FOLLOWING && source.workers() == 0) {
            findings.warn(null, source.name() + " has put no worker into the fleet");
        }
    }
}
