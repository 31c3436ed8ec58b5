package dev.warmpath.router.doctor.check.source;

import dev.warmpath.router.discovery.SourceState;
import dev.warmpath.router.discovery.SourceStatus;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.WorkerCheck;
import dev.warmpath.router.doctor.check.Findings;

/** {@link WorkerCheck#SOURCE_BROKEN}. */
public final class SourceBroken extends EachSource {

    @Override
    public CheckName name() {
        return WorkerCheck.SOURCE_BROKEN;
    }

    @Override
    void look(SourceStatus source, Findings findings) {
        String kept = source.name() + " keeps its last " + source.workers() + " workers since " + source.since();
        FaultReason fault = source.fault();
        if (fault != null) {
            findings.fail(null, kept + ": " + fault.key() + ", " + source.detail());
        } else if (source.state() == SourceState.HOLDING) {
            findings.warn(null, kept + ": " + source.detail());
        }
    }
}
