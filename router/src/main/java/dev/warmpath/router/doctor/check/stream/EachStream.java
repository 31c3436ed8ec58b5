package dev.warmpath.router.doctor.check.stream;

import dev.warmpath.events.stream.StreamStatus;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;

/** A check that looks at every stream by itself. */
abstract class EachStream implements Check {

    @Override
    public final void look(Evidence evidence, Findings findings) {
        int[] streams = new int[1];
        evidence.now().eachRank(rank -> {
            StreamStatus stream = rank.stream();
            if (stream != null) {
                streams[0]++;
                look(rank, stream, evidence, findings);
            }
        });
        if (streams[0] == 0) {
            findings.unjudged("no event streams");
        } else {
            findings.fine(streams[0] + " event streams, none of them so");
        }
    }

    abstract void look(RankEvidence rank, StreamStatus stream, Evidence evidence, Findings findings);

    /** For counters of streams that {@link Evidence#grown} compares. */
    static long of(RankEvidence rank, java.util.function.ToLongFunction<StreamStatus> counter) {
        StreamStatus stream = rank.stream();
        return stream == null ? 0 : counter.applyAsLong(stream);
    }
}
