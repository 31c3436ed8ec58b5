package dev.warmpath.router.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.cluster.status.ClusterStatus;
import dev.warmpath.router.doctor.evidence.FleetEvidence;
import dev.warmpath.router.doctor.evidence.History;
import dev.warmpath.router.doctor.evidence.PromptEvidence;
import dev.warmpath.router.prompt.PromptStats;
import dev.warmpath.scorer.choice.ChoiceTally;
import dev.warmpath.scorer.choice.ChoiceTally.RoleTally;
import dev.warmpath.scorer.choice.OverlapWeights;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryTest {

    private final History history = new History();

    private static FleetEvidence at(int second) {
        RoleTally none = new RoleTally(0, 0);
        PromptStats stats = new PromptStats(0, Map.of(), 0, 0, 0, Map.of(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        return new FleetEvidence(
                Instant.EPOCH,
                Duration.ofSeconds(second).toNanos(),
                List.of(),
                new PromptEvidence(stats, Map.of(), List.of()),
                new OverlapWeights(20, 2, null),
                new ChoiceTally(0, 0, none, none, none),
                List.of(),
                Given.NO_SNAPSHOT,
                ClusterStatus.off(),
                List.of());
    }

    private long oldest(int second) {
        return Duration.ofNanos(history.oldest(at(second)).nanos()).toSeconds();
    }

    @Test
    void nothingIsOlderThanTheFirstLook() {
        assertThat(oldest(7)).isEqualTo(7);
    }

    @Test
    void aYoungRouterComparesWithItsStart() {
        history.keep(at(0));
        history.keep(at(5));
        assertThat(oldest(60)).isZero();
    }

    /** Never much less than the span, and never much more. */
    @Test
    void theOldestLookStaysAboutTheSpanBehind() {
        long span = History.SPAN.toSeconds();
        for (int second = 0; second < 1_000; second += 5) {
            history.keep(at(second));
            if (second > span) {
                assertThat(second - oldest(second)).isBetween(span, span + span / 4);
            }
        }
    }
}
