package dev.warmpath.router.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecentDecisionsTest {

    private final RecentDecisions recent = new RecentDecisions(() -> Instant.ofEpochMilli(7));

    private void keep(String id) {
        recent.keep(id, "m", new Decision(1, 3, null, List.of()));
    }

    @Test
    void latestIsFirst() {
        keep("one");
        keep("two");

        assertThat(recent.latest()).extracting(RecentDecision::requestId).containsExactly("two", "one");
        assertThat(recent.latest().get(0).epochMillis()).isEqualTo(7);
    }

    @Test
    void oldestMakeRoom() {
        for (int i = 0; i < RecentDecisions.KEPT * 3 + 1; i++) {
            keep("id" + i);
        }

        assertThat(recent.latest()).hasSize(RecentDecisions.KEPT);
        assertThat(recent.latest().get(0).requestId()).isEqualTo("id" + RecentDecisions.KEPT * 3);
    }

    @Test
    void writersAtOnceLoseNoneOfTheLast() {
        IntStream.range(0, 4000).parallel().forEach(i -> keep("id" + i));

        assertThat(recent.latest())
                .extracting(RecentDecision::number)
                .containsExactlyElementsOf(IntStream.range(0, RecentDecisions.KEPT)
                        .mapToObj(i -> 3999L - i)
                        .toList());
    }
}
