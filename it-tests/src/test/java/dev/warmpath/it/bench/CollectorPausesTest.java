package dev.warmpath.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.it.bench.measure.CollectorPauses;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CollectorPausesTest {

    @Test
    void pauseIsCountedWhileSomebodyListensAndNotAfter() {
        CollectorPauses before = new CollectorPauses();
        try (before) {
            System.gc();
            await().atMost(Duration.ofSeconds(10)).until(() -> before.count() > 0);
        }
        int counted = before.count();
        try (CollectorPauses during = new CollectorPauses()) {
            System.gc();
            await().atMost(Duration.ofSeconds(10)).until(() -> during.count() > 0);

            assertThat(before.count()).isEqualTo(counted);
            assertThat(during.longestMillis()).isBetween(0L, during.sumMillis());
        }
    }
}
