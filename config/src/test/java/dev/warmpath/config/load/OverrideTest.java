package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Environment variables and {@code --set} options over a file. */
class OverrideTest {

    @Test
    void optionBeatsEnvironmentBeatsFileBeatsDefault() {
        Loading file = Loading.base("server: {port: 1}");
        Loading environment = file.env("WARMPATH_SERVER__PORT", "2");

        assertThat(Loading.base("").settings().server().port()).isEqualTo(8080);
        assertThat(file.settings().server().port()).isEqualTo(1);
        assertThat(environment.settings().server().port()).isEqualTo(2);
        assertThat(environment.set("server.port=3").settings().server().port()).isEqualTo(3);
    }

    @Test
    void lastOfEqualOptionsHolds() {
        assertThat(Loading.base("")
                        .set("server.port=1", "server.port=2")
                        .settings()
                        .server()
                        .port())
                .isEqualTo(2);
    }

    @Test
    void badValueInTheFileIsForgottenWhenOverridden() {
        assertThat(Loading.base("server: {port: x}")
                        .set("server.port=3")
                        .settings()
                        .server()
                        .port())
                .isEqualTo(3);
    }

    @Test
    void listItemIsReachedByItsIndex() {
        Loading loading = Loading.worker("role: prefill", "engine: vllm")
                .env("WARMPATH_WORKERS__0__KV_EVENTS__TOPIC", "kv")
                .env("WARMPATH_WORKERS__0__KV_EVENTS__ENDPOINT", "tcp://*:5557")
                .set("workers[0].role=decode");

        assertThat(loading.onlyWorker().role()).isEqualTo(Role.DECODE);
        assertThat(loading.onlyWorker().kvEvents()).extracting("topic").isEqualTo("kv");
    }

    @Test
    void listGrowsItemByItemInTheOrderOfIndexes() {
        Loading loading = Loading.base("");
        for (int i = 0; i < 12; i++) {
            loading = loading.env("WARMPATH_WORKERS__" + i + "__URL", "http://h:" + (i + 1))
                    .env("WARMPATH_WORKERS__" + i + "__ROLE", "decode")
                    .env("WARMPATH_WORKERS__" + i + "__ENGINE", "vllm");
        }

        assertThat(loading.settings().workers())
                .extracting(worker -> worker.url().getPort())
                .containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
    }

    @Test
    void holeInAListIsRefused() {
        ConfigProblem problem = Loading.base("").set("models[2].name=x").onlyProblem();

        assertThat(problem.message()).isEqualTo("leaves a hole in a list of 1");
        assertThat(problem.remedy()).isEqualTo("Use index 1 to add to the list");
    }

    @Test
    void wholeListOrSectionIsGivenAsYaml() {
        Loading loading = Loading.base("server: {port: 1, host: a}")
                .env("WARMPATH_SERVER", "{port: 2}")
                .set("models=[{name: x}, {name: y}]", "models[1].name=z");

        assertThat(loading.settings().server().port()).isEqualTo(2);
        assertThat(loading.settings().server().host()).isEqualTo("0.0.0.0");
        assertThat(loading.settings().models()).extracting(ModelSettings::name).containsExactly("x", "z");
    }

    @Test
    void itemOfAListOfValuesIsReached() {
        Loading loading = Loading.worker("role: decode", "engine: vllm", "models: [a]")
                .set("models[1].name=n", "workers[0].models[0]=n", "workers[0].models[1]=m");

        assertThat(loading.settings().workers())
                .extracting(WorkerSettings::models)
                .containsExactly(List.of("n", "m"));
    }

    @Test
    void valueIsTakenAsItStands() {
        Loading loading = Loading.base("").set("admin.token={a=b: \"c\"}#$${X}".replace(" ", ""), "server.host=[::1]");

        assertThat(loading.settings().admin().token()).isEqualTo("{a=b:\"c\"}#$${X}");
        assertThat(loading.settings().server().host()).isEqualTo("[::1]");
    }

    @Test
    void textStandsForNumbersAndFlags() {
        Loading loading =
                Loading.base("").set("server.port=1", "server.target_headers=true", "scoring.recent_decay=.5");

        assertThat(loading.settings().server().port()).isEqualTo(1);
        assertThat(loading.settings().server().targetHeaders()).isTrue();
        assertThat(loading.settings().scoring().recentDecay()).isEqualTo(0.5);
    }

    @Test
    void emptyTextIsNoNumber() {
        assertThat(Loading.base("").env("WARMPATH_SERVER__PORT", "").badPaths()).containsExactly("server.port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"WARMPATH_WORKERS", "WARMPATH_SERVER", "WARMPATH_WORKERS__0__MODELS"})
    void emptyVariableDoesNotEmptyASectionOrList(String name) {
        Loading loading = Loading.worker("role: decode", "engine: vllm");

        assertThat(loading.env(name, "").onlyProblem().message()).isEqualTo("is empty");
    }

    @Test
    void nullTakesAListAway() {
        assertThat(Loading.worker("role: decode", "engine: vllm")
                        .set("workers=null")
                        .settings()
                        .workers())
                .isEmpty();
    }

    @Test
    void problemInsideAnOverrideNamesIt() {
        Loading loading = Loading.base("")
                .env("WARMPATH_WORKERS", "[{url: 'http://h:1', rolle: decode, engine: vllm, engine: vllm}]")
                .set("server={port: 1");

        assertThat(loading.problems())
                .extracting(problem -> problem.origin().toString(), ConfigProblem::path)
                .containsExactlyInAnyOrder(
                        tuple("environment variable WARMPATH_WORKERS", "workers[0].engine"),
                        tuple("environment variable WARMPATH_WORKERS", "workers[0].rolle"),
                        tuple("environment variable WARMPATH_WORKERS", "workers[0].role"),
                        tuple("--set server", "server"));
    }

    @ParameterizedTest
    @CsvSource({
        "WARMPATH_SERVER_PORT,               WARMPATH_SERVER__PORT",
        "WARMPATH_SERVER__PROT,              WARMPATH_SERVER__PORT",
        "WARMPATH_ADMIN_TOKEN,               WARMPATH_ADMIN__TOKEN",
        "WARMPATH_Server__Port,              WARMPATH_SERVER__PORT",
        "WARMPATH_WORKERS__3__BLOCKSIZE,     WARMPATH_WORKERS__3__BLOCK_SIZE",
        "WARMPATH_WORKERS_0_ROLE,            WARMPATH_WORKERS__0__ROLE",
        "WARMPATH_SCORING__PREFIL__OVERLAP_WEIGHT, WARMPATH_SCORING__PREFILL__OVERLAP_WEIGHT",
    })
    void unknownVariableIsRefusedWithTheNearestKnownOne(String name, String meant) {
        ConfigProblem problem = Loading.base("").env(name, "hunter2").onlyProblem();

        assertThat(problem.origin()).hasToString("environment variable " + name);
        assertThat(problem.message()).isEqualTo("is not a known key");
        assertThat(problem.remedy()).isEqualTo("Did you mean " + meant + "?");
        assertThat(problem.toString()).doesNotContain("hunter2");
    }

    @Test
    void unknownVariableThatResemblesNoneIsStillRefused() {
        assertThat(Loading.base("")
                        .env("WARMPATH_TURBO_MODE_PLEASE", "1")
                        .onlyProblem()
                        .remedy())
                .contains("example file");
    }

    @ParameterizedTest
    @CsvSource({
        "server.prot=1, server.port",
        "sever.port=1, server.port",
        "workers[1].rol=x, workers[1].role",
        "models[0].tokeniser=x, models[0].tokenizer",
        "workers.role=x, workers[0].role",
    })
    void unknownOptionIsRefusedWithTheNearestKnownOne(String set, String meant) {
        assertThat(Loading.base("").set(set).onlyProblem().remedy()).isEqualTo("Did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"server.port", "=1", "server..port=1", "workers[x].role=1", "workers[0=1", "Server.port=1", ""})
    void optionThatIsNoPathAndValueIsRefused(String set) {
        assertThat(Loading.base("").set(set).problems()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "HOME, /root",
        "warmpath_server__port, 9",
        "WARMPATH_JVM_OPTS, -Xmx1g",
        "WARMPATH_NODEPORT_RANGE, none",
        // Kubernetes, for Services named warmpath and warmpath-admin:
        "WARMPATH_SERVICE_HOST, 10.96.0.7",
        "WARMPATH_SERVICE_PORT, 8080",
        "WARMPATH_SERVICE_PORT_HTTP, 8080",
        "WARMPATH_PORT, tcp://10.96.0.7:8080",
        "WARMPATH_PORT_8080_TCP, tcp://10.96.0.7:8080",
        "WARMPATH_PORT_8080_TCP_PROTO, tcp",
        "WARMPATH_PORT_8080_TCP_PORT, 8080",
        "WARMPATH_PORT_8080_TCP_ADDR, 10.96.0.7",
        "WARMPATH_ADMIN_SERVICE_HOST, 10.96.0.8",
        "WARMPATH_ADMIN_SERVICE_PORT_METRICS, 9090",
        "WARMPATH_ADMIN_PORT, tcp://10.96.0.8:9090",
        "WARMPATH_ADMIN_PORT_9090_TCP_ADDR, 10.96.0.8",
    })
    void variablesOfOthersArePassedOver(String name, String value) {
        assertThat(Loading.base("").env(name, value).settings().server().port()).isEqualTo(8080);
    }

    @Test
    void variableThatOnlyResemblesAServiceLinkIsRefused() {
        assertThat(Loading.base("")
                        .env("WARMPATH_ADMIN_PORT", "9091")
                        .onlyProblem()
                        .remedy())
                .isEqualTo("Did you mean WARMPATH_ADMIN__PORT?");
    }
}
