package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.snapshot.RankLoss;
import dev.warmpath.router.snapshot.SnapshotStatus;

/** {@link ViewCheck#SNAPSHOT_REFUSED}. */
public final class SnapshotRefused implements Check {

    @Override
    public CheckName name() {
        return ViewCheck.SNAPSHOT_REFUSED;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        SnapshotStatus snapshot = evidence.now().snapshot();
        SnapshotStatus.Found found = snapshot.found();
        if (snapshot.path() == null) {
            findings.unjudged("no snapshot is configured");
            return;
        }
        if (found.refusal() != null) {
            findings.warn(null, found.refusal().key() + ": " + found.detail());
        }
        // What an engine's restart or a change of configuration costs is as it should be.
        for (RankLoss fault : new RankLoss[] {RankLoss.CORRUPT, RankLoss.UNREADABLE}) {
            long ranks = snapshot.ranks().lost().getOrDefault(fault, 0L);
            if (ranks > 0) {
                findings.warn(null, fault.key() + ": " + ranks + " ranks of the file were not used");
            }
        }
        if (found.writtenAt() == null) {
            findings.unjudged("there was no snapshot at the start");
        } else {
            findings.fine(snapshot.ranks().loaded() + " ranks loaded of the snapshot of " + found.writtenAt());
        }
    }
}
