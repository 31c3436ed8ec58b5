package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A worker registered at run time is checked like one in the file. */
class RegisteredWorkerTest {

    private static final WarmpathSettings IN_FORCE = Loading.of("""
                    scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}}
                    models: [{name: m}]
                    workers:
                      - {url: "http://h:1", role: decode, engine: vllm, dp_size: 4,
                         kv_events: {endpoint: "tcp://*:5557", replay: "tcp://*:5657"}}
                      - {url: "http://h:2", role: decode, engine: vllm, dp_size: 2, kv_events: {bind: "tcp://*:6000"}}
                    """).settings();

    private static WorkerResult register(Map<String, ?> more) {
        Map<String, Object> values = new HashMap<>(Map.of("url", "http://h:3", "role", "decode", "engine", "vllm"));
        values.putAll(more);
        return ConfigLoader.worker(values, IN_FORCE, IN_FORCE.workers());
    }

    private static ConfigProblem onlyProblem(WorkerResult result) {
        assertThat(result).isInstanceOf(WorkerResult.Refused.class);
        assertThat(((WorkerResult.Refused) result).problems()).hasSize(1);
        return ((WorkerResult.Refused) result).problems().get(0);
    }

    @Test
    void goodWorkerIsAccepted() {
        WorkerResult result = register(Map.of(
                "dp_size",
                2,
                "block_size",
                16,
                "models",
                List.of("m"),
                "kv_events",
                Map.of("endpoint", "tcp://*:7000")));

        assertThat(result).isInstanceOf(WorkerResult.Accepted.class);
        WorkerSettings worker = ((WorkerResult.Accepted) result).worker();
        assertThat(worker.role()).isEqualTo(Role.DECODE);
        assertThat(worker.kvEvents()).extracting("endpoints").isEqualTo(List.of("tcp://h:7000", "tcp://h:7001"));
    }

    /** Scenario 59. */
    @Test
    void urlThatCannotBeParsedIsRefused() {
        assertThat(onlyProblem(register(Map.of("url", "http://[::1:30000"))).path())
                .isEqualTo("url");
        assertThat(onlyProblem(register(Map.of("url", "10.0.0.1:30000"))).path())
                .isEqualTo("url");
    }

    @Test
    void numberInQuotesIsRefused() {
        assertThat(onlyProblem(register(Map.of("block_size", "16"))).path()).isEqualTo("block_size");
    }

    @Test
    void textBeyondAllMeasureIsRefused() {
        String text = "x".repeat(4097);

        assertThat(onlyProblem(register(Map.of("group", text))).path()).isEqualTo("group");
        assertThat(onlyProblem(register(Map.of("kv_events", Map.of("endpoint", "tcp://*:7000", "topic", text))))
                        .path())
                .isEqualTo("kv_events.topic");
        assertThat(register(Map.of("group", "x".repeat(4096)))).isInstanceOf(WorkerResult.Accepted.class);
    }

    @Test
    void unknownKeyIsRefused() {
        assertThat(onlyProblem(register(Map.of("dpsize", 2))).remedy()).isEqualTo("Did you mean dp_size?");
    }

    @Test
    void workerThatIsThereAlreadyIsRefused() {
        assertThat(onlyProblem(register(Map.of("url", "http://H:1/"))).message())
                .isEqualTo("is already the URL of worker http://h:1");
    }

    @Test
    void portsOfThosePresentAreTaken() {
        assertThat(onlyProblem(register(Map.of("dp_size", 8, "kv_events", Map.of("endpoint", "tcp://*:5550")))))
                .satisfies(problem -> {
                    assertThat(problem.path()).isEqualTo("kv_events.endpoint");
                    assertThat(problem.message()).contains("worker http://h:1 kv_events (port 5557)");
                });
        assertThat(onlyProblem(register(Map.of("kv_events", Map.of("endpoint", "tcp://*:5660"))))
                        .message())
                .contains("worker http://h:1 kv_events replay (port 5660)");
        assertThat(onlyProblem(register(Map.of("kv_events", Map.of("bind", "tcp://127.0.0.1:6001"))))
                        .message())
                .contains("worker http://h:2 kv_events (ports 6000 to 6001)");
    }

    @Test
    void mixedWorkerNeedsTheMixedWeight() {
        assertThat(onlyProblem(register(Map.of("role", "mixed"))).message()).contains("scoring.mixed.overlap_weight");
    }

    @Test
    void nullStandsForAKeyThatIsNotWritten() {
        Map<String, Object> values = new HashMap<>();
        values.put("url", null);
        values.put("group", null);

        assertThat(onlyProblem(register(values)).message()).isEqualTo("is missing");
    }

    @Test
    void valueOfAForeignTypeIsTheCallersMistake() {
        assertThatThrownBy(() -> register(Map.of("group", new Object()))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void referencesAreNotReplacedInRegisteredWorkers() {
        WorkerResult result = register(Map.of("group", "${HOME}"));

        assertThat(Objects.requireNonNull(((WorkerResult.Accepted) result).worker())
                        .group())
                .isEqualTo("${HOME}");
    }
}
