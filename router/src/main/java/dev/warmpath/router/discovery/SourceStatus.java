package dev.warmpath.router.discovery;

import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.Rejection;
import dev.warmpath.router.discovery.source.RejectionReason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A source at one moment.
 *
 * @param kind {@code dns} and so on
 * @param fault why it is broken, or null while it is not
 * @param detail of the fault or the hold, for an operator; empty where all is well
 * @param since when the state began
 * @param workers of this source in the fleet
 * @param lastChange when a worker joined, changed or left because of it; null where none has
 * @param rejected what it announces that does not join, the first of them
 * @param rejectedNow how many of those there are, by reason
 * @param rejections how many have been rejected since the start, by reason
 * @param faults how often it has broken, by reason
 */
public record SourceStatus(
        String name,
        String kind,
        SourceState state,
        @Nullable FaultReason fault,
        String detail,
        Instant since,
        int workers,
        @Nullable Instant lastChange,
        List<Rejection> rejected,
        Map<RejectionReason, Integer> rejectedNow,
        Map<RejectionReason, Long> rejections,
        Map<FaultReason, Long> faults) {

    public SourceStatus {
        rejected = List.copyOf(rejected);
        rejectedNow = Map.copyOf(rejectedNow);
        rejections = Map.copyOf(rejections);
        faults = Map.copyOf(faults);
    }
}
