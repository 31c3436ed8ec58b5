package dev.warmpath.router.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesAnswerTest {

    private static Map<Integer, String> read(String answer, int dpSize, int dpStart) throws IOException {
        WorkerSettings settings = WorkerSettings.of(
                URI.create("http://10.0.0.1:8000"),
                Role.PREFILL,
                Engine.VLLM,
                Protocol.VLLM_MOONCAKE,
                List.of("m"),
                "default",
                dpSize,
                dpStart,
                16);
        return NamesAnswer.read(answer.getBytes(StandardCharsets.UTF_8), settings);
    }

    @Test
    void namesAreThoseOfTheWorkersOwnRanks() throws IOException {
        String answer = "{\"3\":{\"engine_id\":\"e_dp3\"},"
                + "\"4\":{\"engine_id\":\"e_dp4\",\"worker_addr\":{\"0\":{\"0\":\"10.0.0.1:17000\"}}},"
                + "\"5\":{\"engine_id\":\"e_dp5\"}}";

        assertThat(read(answer, 2, 4)).isEqualTo(Map.of(4, "e_dp4", 5, "e_dp5"));
    }

    /** With an external load balancer each process has a bootstrap server of its own. */
    @Test
    void anEngineThatIsAloneMayCountItselfAsRankZero() throws IOException {
        assertThat(read("{\"0\":{\"engine_id\":\"e\"}}", 1, 7)).isEqualTo(Map.of(7, "e"));
    }

    @Test
    void ofSeveralStrangersNoneIsTaken() {
        assertThatThrownBy(() -> read("{\"0\":{\"engine_id\":\"e\"},\"1\":{\"engine_id\":\"f\"}}", 1, 7))
                .hasMessageContaining("rank 7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{\"0\":\"e\"}",
                "{\"0\":{\"engine_id\":7}}",
                "{\"0\":{\"engine_id\":\"\"}}",
                "{\"0\":{\"engine_id\":null}}"
            })
    void whatTellsNoNameIsNoAnswer(String answer) {
        assertThatThrownBy(() -> read(answer, 1, 0)).isInstanceOf(IOException.class);
    }

    @Test
    void aNameOfAnyLengthIsNotTaken() {
        assertThatThrownBy(() -> read("{\"0\":{\"engine_id\":\"" + "e".repeat(513) + "\"}}", 1, 0))
                .isInstanceOf(IOException.class);
    }
}
