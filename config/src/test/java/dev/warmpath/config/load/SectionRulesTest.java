package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.problem.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rules of single sections beyond kind and range: the admin port's guard, ports, clocks, models. */
class SectionRulesTest {

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.5", "router.internal", "128.0.0.1", "127.0.0.1.evil.example"})
    void adminBeyondLoopbackNeedsAToken(String host) {
        Loading open = Loading.base("admin: {host: '" + host + "'}");

        assertThat(open.onlyProblem().path()).isEqualTo("admin.host");
        assertThat(open.onlyProblem().remedy()).isEqualTo("Set admin.token or admin.tokens, or listen on 127.0.0.1");
        assertThat(open.set("admin.token=t").settings().admin().host()).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.9.9.9", "localhost", "LocalHost", "::1", "[::1]"})
    void adminOnLoopbackNeedsNone(String host) {
        assertThat(Loading.base("admin: {host: '" + host + "'}")
                        .settings()
                        .admin()
                        .token())
                .isNull();
    }

    @Test
    void emptyTokenIsNoTokenForTheGuardToo() {
        assertThat(Loading.base("admin: {host: 0.0.0.0, token: ''}").badPaths()).containsExactly("admin.host");
    }

    @Test
    void tokenMustSurviveAnHttpHeader() {
        assertThat(Loading.base("").env("WARMPATH_ADMIN__TOKEN", "s3cret\n").onlyProblem())
                .satisfies(problem -> {
                    assertThat(problem.path()).isEqualTo("admin.token");
                    assertThat(problem.seen()).isEqualTo("***");
                });
    }

    @Test
    void maskIsNotTakenForASecret() {
        assertThat(Loading.base("admin: {token: '***'}").onlyProblem().message())
                .contains("mask");
    }

    @Test
    void engineLoadMustNotBeStaleBeforeItIsAskedForAgain() {
        assertThat(Loading.base("engine_load: {interval: 10s, stale_after: 10s}")
                        .badPaths())
                .containsExactly("engine_load.stale_after");
        assertThat(Loading.base("engine_load: {interval: 10s, stale_after: 11s}")
                        .settings()
                        .engineLoad()
                        .enabled())
                .isFalse();
    }

    @Test
    void routersBeyondLoopbackNeedASecret() {
        String open = "cluster: {enabled: true, host: 10.0.0.1, peers: ['10.0.0.2:7800']";
        assertThat(Loading.base(open + "}").badPaths()).containsExactly("cluster.host");
        assertThat(Loading.base(open + ", secret: s3cret}").settings().cluster().toString())
                .contains("10.0.0.2:7800")
                .doesNotContain("s3cret");
        assertThat(Loading.base("cluster: {enabled: true, host: 0.0.0.0, secret: s, peers: ['a:1']}")
                        .badPaths())
                .containsExactly("cluster.host");
    }

    @Test
    void aRouterThatLooksForOthersIsToldWhere() {
        assertThat(Loading.base("cluster: {enabled: true}").badPaths()).containsExactly("cluster.peers");
        assertThat(Loading.base("cluster: {enabled: true, dns: routers.example.com}")
                        .settings()
                        .cluster()
                        .member())
                .isEqualTo("127.0.0.1:7800");
        assertThat(Loading.base("cluster: {peers: [10.0.0.2]}").badPaths()).containsExactly("cluster.peers");
    }

    @Test
    void aMemberIsNotSilentBecauseOneMessageIsLate() {
        assertThat(Loading.base("cluster: {full_interval: 2s, stale_after: 3s}").badPaths())
                .containsExactly("cluster.stale_after");
    }

    @Test
    void dataAndAdminPortMustDiffer() {
        assertThat(Loading.base("admin: {port: 8080}").badPaths()).containsExactly("admin.port");
        assertThat(Loading.base("server: {host: 127.0.0.2}\nadmin: {port: 8080}")
                        .settings()
                        .admin()
                        .port())
                .isEqualTo(8080);
        assertThat(Loading.base("server: {port: 0}\nadmin: {port: 0}")
                        .settings()
                        .admin()
                        .port())
                .isZero();
    }

    @Test
    void allBodiesTogetherTakeNoLessThanOne() {
        ConfigProblem problem = Loading.base("server: {max_body: 2MiB}\nadmission: {max_bodies: 1MiB}")
                .onlyProblem();

        assertThat(problem.path()).isEqualTo("admission.max_bodies");
        assertThat(problem.message()).contains("server.max_body (2097152 bytes)");
        assertThat(problem.seen()).isEqualTo("1048576");
        assertThat(Loading.base("server: {max_body: 1MiB}\nadmission: {max_bodies: 1MiB}")
                        .settings()
                        .admission()
                        .maxBodiesBytes())
                .isEqualTo(1 << 20);
    }

    @Test
    void oneModelsPlacesAreNoMoreThanAll() {
        assertThat(Loading.base("admission: {max_in_flight: 10, max_in_flight_per_model: 11}")
                        .onlyProblem())
                .satisfies(problem -> {
                    assertThat(problem.path()).isEqualTo("admission.max_in_flight_per_model");
                    assertThat(problem.message()).contains("admission.max_in_flight (10)");
                });
        assertThat(Loading.base("  - {name: n, max_in_flight: 11}\nadmission: {max_in_flight: 10}")
                        .onlyProblem())
                .satisfies(problem -> {
                    assertThat(problem.path()).isEqualTo("models[1].max_in_flight");
                    assertThat(problem.message()).contains("admission.max_in_flight (10)");
                });
        assertThat(Loading.base(
                                "  - {name: n, max_in_flight: 9}\nadmission: {max_in_flight: 10, max_in_flight_per_model: 5}")
                        .settings()
                        .models()
                        .get(1)
                        .maxInFlight())
                .as("more than a model has by default")
                .isEqualTo(9);
    }

    @Test
    void adapterIsOfOneModelAndIsNoModelItself() {
        assertThat(Loading.base("  - {name: n, adapters: [a, b]}")
                        .settings()
                        .models()
                        .get(1)
                        .adapters())
                .containsExactly("a", "b");
        assertThat(Loading.base("  - {name: n, adapters: [a]}\n  - {name: o, adapters: [a]}")
                        .onlyProblem())
                .satisfies(problem -> {
                    assertThat(problem.path()).isEqualTo("models[2].adapters");
                    assertThat(problem.message()).contains("more than once");
                });
        assertThat(Loading.base("  - {name: n, adapters: [n]}").onlyProblem().message())
                .contains("a model and an adapter alike");
    }

    @Test
    void whoLowersAllPlacesLowersEachModels() {
        assertThat(Loading.base("admission: {max_in_flight: 10}")
                        .settings()
                        .admission()
                        .maxInFlightPerModel())
                .isEqualTo(10);
    }

    @Test
    void reconnectTimesAreInOrder() {
        assertThat(Loading.base("events: {reconnect_min: 3s, reconnect_max: 2s}")
                        .badPaths())
                .containsExactly("events.reconnect_min");
    }

    @ParameterizedTest
    @ValueSource(strings = {"20000", "0-5", "5-4", "1-65536", "a-b", "1 - 5"})
    void bindPortsAreARange(String written) {
        assertThat(Loading.base("events: {bind_ports: '" + written + "'}").badPaths())
                .containsExactly("events.bind_ports");
    }

    @Test
    void bindPortsAreRead() {
        assertThat(Loading.base("events: {bind_ports: 20000-20999}")
                        .settings()
                        .events()
                        .bindPorts())
                .isEqualTo("20000-20999");
    }

    @Test
    void modelNamesDiffer() {
        assertThat(Loading.base("  - {name: m}\n").onlyProblem().message()).isEqualTo("is declared more than once");
    }

    @ParameterizedTest
    @ValueSource(strings = {"models: []", "models:"})
    void atLeastOneModelIsDeclared(String models) {
        assertThat(Loading.of(Loading.BASE.substring(0, Loading.BASE.indexOf("models:")) + models)
                        .badPaths())
                .containsExactly("models");
    }

    @Test
    void tokenizerIsFoundFromTheFilesDirectory(@TempDir Path directory) throws IOException {
        Path model = Files.createDirectories(directory.resolve("models/m"));
        Files.writeString(model.resolve("tokenizer.json"), "{}");
        Path file = Files.writeString(
                directory.resolve("w.yaml"), Loading.BASE.replace("name: m", "name: m, tokenizer: models/x/../m"));

        LoadResult.Loaded loaded = (LoadResult.Loaded) ConfigLoader.load(file, Map.of(), List.of());

        assertThat(loaded.settings().models().get(0).tokenizer()).isEqualTo(model);
    }

    @Test
    void tokenizerThatIsNotThereIsNamedAsWritten(@TempDir Path directory) throws IOException {
        Files.createDirectories(directory.resolve("empty"));
        Path file = Files.writeString(
                directory.resolve("w.yaml"), Loading.BASE.replace("name: m", "name: m, tokenizer: models/m") + """
                          - {name: n, tokenizer: empty}
                          - {name: o, tokenizer: /nowhere/at/all}
                        """);

        List<ConfigProblem> problems = ((LoadResult.Refused) ConfigLoader.load(file, Map.of(), List.of())).problems();

        assertThat(problems)
                .extracting(ConfigProblem::message)
                .containsExactly(
                        "names a directory that is not there: models/m, from " + directory,
                        "names a directory without tokenizer.json: empty, from " + directory,
                        "names a directory that is not there: /nowhere/at/all");
        assertThat(problems)
                .extracting(ConfigProblem::path)
                .containsExactly("models[0].tokenizer", "models[1].tokenizer", "models[2].tokenizer");
    }

    @Test
    void directoriesAreNotLookedForWhereNotAsked(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("w.yaml"), Loading.BASE.replace("name: m", "name: m, tokenizer: models/m"));

        LoadResult result = ConfigLoader.load(file, Map.of(), List.of(), PathCheck.NOT_CHECKED);

        Path tokenizer = ((LoadResult.Loaded) result).settings().models().get(0).tokenizer();
        assertThat(Objects.requireNonNull(tokenizer)).isEqualTo(directory.resolve("models/m"));
    }
}
