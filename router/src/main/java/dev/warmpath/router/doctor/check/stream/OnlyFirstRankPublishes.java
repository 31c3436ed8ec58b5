package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamState;
import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import java.util.List;

/** {@link StreamCheck#ONLY_FIRST_RANK_PUBLISHES}. */
public final class OnlyFirstRankPublishes implements Check {

    @Override
    public CheckName name() {
        return StreamCheck.ONLY_FIRST_RANK_PUBLISHES;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        int several = 0;
        for (WorkerEvidence worker : evidence.now().workers()) {
            List<RankEvidence> ranks = worker.ranks();
            StreamStatus first = ranks.get(0).stream();
            if (ranks.size() < 2 || first == null) {
                continue;
            }
            several++;
            List<RankEvidence> others = ranks.subList(1, ranks.size());
            if (first.batches() > 0 && others.stream().allMatch(OnlyFirstRankPublishes::mute)) {
                findings.fail(
                        worker.id(),
                        "rank " + ranks.get(0).target().rank() + " has published " + first.batches() + " batches, its "
                                + others.size() + " siblings none");
            }
        }
        if (several == 0) {
            findings.unjudged("no worker has several ranks with events");
        } else {
            findings.fine(several + " workers of several ranks");
        }
    }

    /** Has never said anything though it should have, or is not there at all. */
    private static boolean mute(RankEvidence rank) {
        StreamStatus stream = rank.stream();
        return stream != null
                && stream.batches() == 0
                && (stream.state() == StreamState.CONNECTING || Silence.of(stream));
    }
}
