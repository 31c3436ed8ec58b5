package dev.warmpath.router.doctor.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What checks are given: the fleet now, and as it was a while ago. Counters are compared between the two, so that what is
 * over is not told for ever.
 *
 * @param before at most {@link History#SPAN} ago; the same as {@code now} for a router that has only just started
 * @param hashes of workers that announced the same blocks
 */
public record Evidence(FleetEvidence before, FleetEvidence now, List<HashComparison> hashes) {

    public Evidence {
        hashes = List.copyOf(hashes);
    }

    /** By how much a counter of a rank has grown; all of it for a rank that was not there before, or has begun anew. */
    public long grown(RankEvidence rank, ToLongFunction<RankEvidence> counter) {
        RankEvidence earlier = before.rank(rank.target());
        return grown(earlier == null ? 0 : counter.applyAsLong(earlier), counter.applyAsLong(rank));
    }

    /** By how much a counter of the whole router has grown. */
    public long grown(ToLongFunction<FleetEvidence> counter) {
        return grown(counter.applyAsLong(before), counter.applyAsLong(now));
    }

    private static long grown(long earlier, long later) {
        return later >= earlier ? later - earlier : later;
    }

    /** The time that lies between. */
    public Duration span() {
        return Duration.ofNanos(now.nanos() - before.nanos());
    }

    /** How long something has lasted that began at some time; never negative. */
    public Duration since(@Nullable Instant begin) {
        if (begin == null) {
            return Duration.ZERO;
        }
        Duration lasted = Duration.between(begin, now.at());
        return lasted.isNegative() ? Duration.ZERO : lasted;
    }
}
