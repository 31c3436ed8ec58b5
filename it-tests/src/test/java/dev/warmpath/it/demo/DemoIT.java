package dev.warmpath.it.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo's own check: affinity, hand-off, events and a restart, seen through a real OpenAI client. */
@Timeout(120)
class DemoIT {

    @Test
    void checkPasses() throws Exception {
        try (DemoFleet fleet = DemoFleet.start(0, 0, 20)) {
            CheckReport report = new DemoCheck(fleet).run();
            assertThat(report.failures()).as(report.json().toPrettyString()).isEmpty();
        }
    }
}
