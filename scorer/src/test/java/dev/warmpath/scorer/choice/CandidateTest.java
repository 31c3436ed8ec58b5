package dev.warmpath.scorer.choice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.index.PrefixIndex;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CandidateTest {

    private final Candidate candidate = new Candidate(
            Role.PREFILL,
            new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(1)).addRank(new Target("w", 0), 16),
            () -> 1);

    @Test
    void takingOneReasonBackLeavesTheOthersInForce() {
        candidate.bar(Ineligibility.UNREACHABLE);
        candidate.bar(Ineligibility.DRAINING);
        assertThat(candidate.ineligible()).isEqualTo("draining");

        candidate.admit(Ineligibility.DRAINING);
        assertThat(candidate.ineligible()).isEqualTo("unreachable");
        assertThat(candidate.barred(Ineligibility.DRAINING)).isFalse();

        candidate.admit(Ineligibility.UNREACHABLE);
        assertThat(candidate.ineligible()).isNull();
    }
}
