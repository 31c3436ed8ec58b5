package dev.warmpath.router.snapshot;

import dev.warmpath.router.snapshot.file.Refusal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The snapshot at one moment, for metrics, doctor and admin API.
 *
 * @param path the file; null when none is kept
 * @param found what was found at the start
 * @param ranks what became of the ranks in it
 * @param written how writing goes
 */
public record SnapshotStatus(@Nullable Path path, Found found, Ranks ranks, Written written) {

    /**
     * The file at the start.
     *
     * @param refusal why it was not read; null when it was, or when there was none
     * @param detail what was wrong with it, in words; empty for nothing
     * @param writtenAt when it was written; null when it was not read
     * @param loadSeconds how long bringing it in has taken, all ranks together
     */
    public record Found(
            @Nullable Refusal refusal,
            String detail,
            @Nullable Instant writtenAt,
            double loadSeconds) {}

    /**
     * Ranks that were in the file.
     *
     * @param loaded brought into the index
     * @param continued of those, how many their publishers went on from
     * @param waiting of those, how many of which nothing is known yet
     * @param lost not used, or dropped again, by reason
     */
    public record Ranks(long loaded, long continued, long waiting, Map<RankLoss, Long> lost) {}

    /**
     * What was written.
     *
     * @param times that it was written
     * @param last when, for the last time; null for never
     * @param bytes of the file then
     * @param ranks in it
     * @param leftOut ranks that did not fit {@code snapshot.max_size}
     * @param seconds that writing it took
     * @param pauseSeconds longest that a rank's events waited for it
     * @param failures times that it could not be written, by reason
     * @param fault why it could not, the last time; null when it could
     * @param detail of the fault, in words; empty for none
     */
    public record Written(
            long times,
            @Nullable Instant last,
            long bytes,
            int ranks,
            int leftOut,
            double seconds,
            double pauseSeconds,
            Map<WriteFault, Long> failures,
            @Nullable WriteFault fault,
            String detail) {}
}
