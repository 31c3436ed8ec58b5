package dev.warmpath.router.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Role;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HitRateHistoryTest {

    private final Map<Role, Double> overlap = new EnumMap<>(Role.class);
    private final Map<Role, Double> request = new EnumMap<>(Role.class);
    private final HitRateHistory history =
            new HitRateHistory(role -> overlap.getOrDefault(role, 0.0), role -> request.getOrDefault(role, 0.0));

    private void chosen(Role role, double held, double asked) {
        overlap.merge(role, held, Double::sum);
        request.merge(role, asked, Double::sum);
    }

    @Test
    void eachStepHasWhatWasCountedSinceTheOneBefore() {
        chosen(Role.PREFILL, 3, 10);
        history.take(1000);
        history.take(2000);
        chosen(Role.PREFILL, 7, 8);
        history.take(3000);

        JsonNode json = history.json();

        assertThat(json.path("at_ms").toString()).isEqualTo("[1000,2000,3000]");
        assertThat(json.path("prefill").path("overlap_blocks").toString()).isEqualTo("[3,0,7]");
        assertThat(json.path("prefill").path("request_blocks").toString()).isEqualTo("[10,0,8]");
    }

    @Test
    void rolesOfWhichNothingWasAskedAreLeftOut() {
        chosen(Role.DECODE, 0, 4);
        history.take(1000);

        assertThat(history.json().has("decode")).isTrue();
        assertThat(history.json().has("prefill")).isFalse();
        assertThat(history.json().has("mixed")).isFalse();
    }

    @Test
    void oldestStepsMakeRoomForNewOnes() {
        for (int step = 1; step <= HitRateHistory.KEPT + 2; step++) {
            chosen(Role.MIXED, step, 1000);
            history.take(step);
        }

        JsonNode json = history.json();

        assertThat(json.path("at_ms")).hasSize(HitRateHistory.KEPT);
        assertThat(json.path("at_ms").get(0).asLong()).isEqualTo(3);
        assertThat(json.path("mixed").path("overlap_blocks").get(0).asLong()).isEqualTo(3);
        assertThat(json.path("mixed")
                        .path("overlap_blocks")
                        .get(HitRateHistory.KEPT - 1)
                        .asLong())
                .isEqualTo(HitRateHistory.KEPT + 2);
    }
}
