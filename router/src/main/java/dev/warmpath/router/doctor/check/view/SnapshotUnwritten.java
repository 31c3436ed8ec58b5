package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.snapshot.SnapshotStatus;

/** {@link ViewCheck#SNAPSHOT_UNWRITTEN}. */
public final class SnapshotUnwritten implements Check {

    @Override
    public CheckName name() {
        return ViewCheck.SNAPSHOT_UNWRITTEN;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        SnapshotStatus snapshot = evidence.now().snapshot();
        SnapshotStatus.Written written = snapshot.written();
        if (snapshot.path() == null) {
            findings.unjudged("no snapshot is configured");
            return;
        }
        if (written.fault() != null) {
            findings.warn(null, written.fault().key() + ": " + written.detail());
        }
        if (written.leftOut() > 0) {
            findings.warn(null, written.leftOut() + " ranks do not fit snapshot.max_size");
        }
        if (written.last() == null) {
            findings.unjudged("not written yet");
        } else {
            findings.fine(written.ranks() + " ranks in " + written.bytes() + " bytes, written at " + written.last());
        }
    }
}
