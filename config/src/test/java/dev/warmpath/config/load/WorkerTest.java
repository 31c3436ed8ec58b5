package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.TopologyLabels;
import dev.warmpath.config.settings.workers.WorkerSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The items of {@code workers}. */
class WorkerTest {

    @Test
    void whatIsLeftOutHasItsDefault() {
        WorkerSettings worker = Loading.worker("role: decode", "engine: vllm").onlyWorker();

        assertThat(worker.models()).containsExactly("m");
        assertThat(worker.group()).isEqualTo("default");
        assertThat(worker.dpSize()).isEqualTo(1);
        assertThat(worker.dpStart()).isZero();
        assertThat(worker.blockSize()).isZero();
        assertThat(worker.bootstrapPort()).isNull();
        assertThat(worker.apiKey()).isNull();
        assertThat(worker.kvEvents()).isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "prefill, sglang, SGLANG_BOOTSTRAP",
        "decode,  sglang, SGLANG_BOOTSTRAP",
        "prefill, vllm,   VLLM_NIXL",
        "decode,  vllm,   VLLM_NIXL",
        "mixed,   sglang, NONE",
        "mixed,   vllm,   NONE",
    })
    void protocolThatIsLeftOutIsTheEnginesUsualOne(String role, String engine, Protocol protocol) {
        assertThat(Loading.worker("role: " + role, "engine: " + engine)
                        .onlyWorker()
                        .protocol())
                .isEqualTo(protocol);
    }

    @ParameterizedTest
    @CsvSource({
        "prefill, sglang, sglang-bootstrap, true",
        "prefill, sglang, none,             false",
        "prefill, sglang, vllm-nixl,        false",
        "prefill, sglang, vllm-mooncake,    false",
        "decode,  sglang, sglang-bootstrap, true",
        "decode,  sglang, none,             false",
        "decode,  vllm,   vllm-nixl,        true",
        "decode,  vllm,   vllm-mooncake,    true",
        "decode,  vllm,   sglang-bootstrap, false",
        "decode,  vllm,   none,             false",
        "mixed,   sglang, none,             true",
        "mixed,   sglang, sglang-bootstrap, false",
        "mixed,   vllm,   none,             true",
        "mixed,   vllm,   vllm-nixl,        false",
    })
    void protocolMustFitRoleAndEngine(String role, String engine, String protocol, boolean fits) {
        Loading loading = Loading.worker("role: " + role, "engine: " + engine, "protocol: " + protocol);

        if (fits) {
            assertThat(loading.onlyWorker().protocol().key()).isEqualTo(protocol);
        } else {
            assertThat(loading.onlyProblem().path()).isEqualTo("workers[0].protocol");
            assertThat(loading.onlyProblem().seen()).isEqualTo(protocol);
        }
    }

    @Test
    void mixedWorkerMayLeaveItsEngineToBeDetected() {
        WorkerSettings worker = Loading.worker("role: mixed").onlyWorker();

        assertThat(worker.engine()).isNull();
        assertThat(worker.protocol()).isEqualTo(Protocol.NONE);
    }

    /** No engine tells over HTTP how it hands over. */
    @ParameterizedTest
    @ValueSource(strings = {"prefill", "decode"})
    void halfOfAPairNamesItsEngineOrItsProtocol(String role) {
        ConfigProblem problem = Loading.worker("role: " + role).onlyProblem();

        assertThat(problem.path()).isEqualTo("workers[0].engine");
        assertThat(problem.message()).contains("protocol").contains(role);
    }

    @ParameterizedTest
    @CsvSource({"sglang-bootstrap, SGLANG", "vllm-nixl, VLLM", "vllm-mooncake, VLLM"})
    void engineFollowsFromTheProtocol(String protocol, Engine engine) {
        assertThat(Loading.worker("role: prefill", "protocol: " + protocol)
                        .onlyWorker()
                        .engine())
                .isEqualTo(engine);
    }

    /** Scenario 87. */
    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "\"16\"", "'16'", "16.0", "16k", "[16]", "0x10"})
    void blockSizeIsAPositiveWholeNumber(String written) {
        assertThat(Loading.worker("role: decode", "engine: vllm", "block_size: " + written)
                        .badPaths())
                .containsExactly("workers[0].block_size");
    }

    /** Scenario 87. */
    @Test
    void blockSizesMayDiffer() {
        Loading loading = Loading.base("""
                workers:
                  - {url: "http://h:1", role: mixed, engine: vllm, block_size: 16}
                  - {url: "http://h:2", role: mixed, engine: sglang, block_size: 1}
                """);

        assertThat(loading.settings().workers())
                .extracting(WorkerSettings::blockSize)
                .containsExactly(16, 1);
    }

    @ParameterizedTest
    @CsvSource({
        "dp_size: 0, false",
        "dp_size: 1, true",
        "dp_size: 1024, true",
        "dp_size: 1025, false",
        "dp_start: -1, false",
        "dp_start: 0, true",
        "dp_start: 8, true",
        "bootstrap_port: 0, false",
        "bootstrap_port: 65535, true",
        "bootstrap_port: 65536, false",
    })
    void numbersHaveTheirRanges(String key, boolean fits) {
        Loading loading = Loading.worker("role: prefill", "engine: sglang", key);

        if (fits) {
            assertThat(loading.settings().workers()).hasSize(1);
        } else {
            assertThat(loading.onlyProblem().path()).isEqualTo("workers[0]." + key.substring(0, key.indexOf(':')));
        }
    }

    @ParameterizedTest
    @CsvSource({"decode, sglang, sglang-bootstrap", "prefill, vllm, vllm-nixl", "mixed, sglang, none"})
    void bootstrapPortWhereThereIsNoSuchServerIsRefused(String role, String engine, String protocol) {
        Loading loading =
                Loading.worker("role: " + role, "engine: " + engine, "protocol: " + protocol, "bootstrap_port: 8998");

        assertThat(loading.badPaths()).containsExactly("workers[0].bootstrap_port");
    }

    @Test
    void mooncakePrefillHasABootstrapPort() {
        assertThat(Loading.worker("role: prefill", "engine: vllm", "protocol: vllm-mooncake", "bootstrap_port: 8998")
                        .onlyWorker()
                        .bootstrapPort())
                .isEqualTo(8998);
    }

    @Test
    void workerNamesTheModelsItServesWhereThereAreSeveral() {
        String two = Loading.BASE + "  - {name: n}\n";

        ConfigProblem missing = Loading.of(two + "workers: [{url: 'http://h:1', role: decode, engine: vllm}]\n")
                .onlyProblem();
        assertThat(missing.path()).isEqualTo("workers[0].models");
        assertThat(missing.remedy()).endsWith("m, n");
        assertThat(Loading.of(two + "workers: [{url: 'http://h:1', role: decode, engine: vllm, models: [n, m]}]\n")
                        .onlyWorker()
                        .models())
                .containsExactly("n", "m");
    }

    @ParameterizedTest
    @CsvSource({
        "[other], names a model that is not declared",
        "'[m, m]', names a model more than once",
        "[], names no model",
        "m, 'is a single value, not a list'",
    })
    void modelsAreDeclaredOnes(String written, String message) {
        ConfigProblem problem = Loading.worker("role: decode", "engine: vllm", "models: " + written)
                .onlyProblem();

        assertThat(problem.path()).isEqualTo("workers[0].models");
        assertThat(problem.message()).isEqualTo(message);
    }

    @Test
    void workersAreTheSameOnceTheirUrlsAreNormalised() {
        Loading loading = Loading.base("""
                workers:
                  - {url: "http://Host:30000", role: decode, engine: vllm}
                  - {url: "HTTP://host:30000/", role: prefill, engine: vllm}
                  - {url: "http://host:30001", role: prefill, engine: vllm}
                """);

        ConfigProblem problem = loading.onlyProblem();
        assertThat(problem.path()).isEqualTo("workers[1].url");
        assertThat(problem.message()).isEqualTo("is already the URL of workers[0].url");
        assertThat(problem.origin()).hasToString("line 9");
    }

    @Test
    void apiKeyIsReadAndNotShown() {
        WorkerSettings worker = Loading.worker("role: decode", "engine: vllm", "api_key: hunter2")
                .onlyWorker();

        assertThat(worker.apiKey()).isEqualTo("hunter2");
        assertThat(worker.toString()).doesNotContain("hunter2");
    }

    @Test
    void topologyNeedsALabel() {
        assertThat(Loading.worker("role: decode", "engine: vllm", "topology: {rack: r1, zone: '2'}")
                        .onlyWorker()
                        .topology())
                .isEqualTo(new TopologyLabels(null, null, "r1", "2"));
        ConfigProblem problem =
                Loading.worker("role: decode", "engine: vllm", "topology: {}").onlyProblem();
        assertThat(problem.path()).isEqualTo("workers[0].topology");
        assertThat(problem.message()).isEqualTo("carries no label");
    }

    /** A nearness that costs more than none would send hand-offs the long way. */
    @Test
    void nearnessMustNotBeDearerThanNone() {
        ConfigProblem problem = Loading.worker("role: decode", "engine: vllm")
                .set(
                        "scoring.transfer.elsewhere=0.3",
                        "scoring.transfer.same_zone=0.3",
                        "scoring.transfer.same_rack=0.4")
                .onlyProblem();
        assertThat(problem.path()).isEqualTo("scoring.transfer.same_rack");
        assertThat(problem.message()).isEqualTo("is dearer than elsewhere, which is 0.3");
    }
}
