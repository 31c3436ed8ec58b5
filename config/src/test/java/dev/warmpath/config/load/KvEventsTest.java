package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The forms of {@code kv_events}, and the ports they take. */
class KvEventsTest {

    private static Loading worker(int dpSize, String events) {
        return Loading.worker("role: decode", "engine: vllm", "dp_size: " + dpSize, "kv_events: " + events);
    }

    private static KvEventsSettings.Connect connect(int dpSize, String events) {
        return (KvEventsSettings.Connect)
                Objects.requireNonNull(worker(dpSize, events).onlyWorker().kvEvents());
    }

    @Test
    void endpointIsTheFirstRanksAndTheOthersFollow() {
        KvEventsSettings.Connect events =
                connect(3, "{endpoint: 'tcp://10.0.0.9:5557', replay: 'tcp://10.0.0.9:5657', topic: kv}");

        assertThat(events.endpoints())
                .containsExactly("tcp://10.0.0.9:5557", "tcp://10.0.0.9:5558", "tcp://10.0.0.9:5559");
        assertThat(events.replays())
                .containsExactly("tcp://10.0.0.9:5657", "tcp://10.0.0.9:5658", "tcp://10.0.0.9:5659");
        assertThat(events.topic()).isEqualTo("kv");
    }

    @Test
    void ranksOfALaterNodeCountFromItsFirstPort() {
        Loading loading = Loading.worker(
                "role: decode", "engine: vllm", "dp_size: 2", "dp_start: 4", "kv_events: {endpoint: 'tcp://h:5557'}");

        assertThat(loading.onlyWorker().kvEvents())
                .isEqualTo(new KvEventsSettings.Connect(List.of("tcp://h:5557", "tcp://h:5558"), List.of(), ""));
    }

    @Test
    void everyRankMayHaveItsOwnEndpoint() {
        KvEventsSettings.Connect events =
                connect(2, "{endpoints: ['tcp://a:1', 'tcp://b:9'], replays: ['tcp://*:2', 'tcp://b:10']}");

        assertThat(events.endpoints()).containsExactly("tcp://a:1", "tcp://b:9");
        assertThat(events.replays()).containsExactly("tcp://10.0.0.1:2", "tcp://b:10");
    }

    /** Scenario 88. */
    @ParameterizedTest
    @ValueSource(strings = {"*", "0.0.0.0", "[::]", "[0:0:0:0:0:0:0:0]"})
    void wildcardHostBecomesTheWorkers(String host) {
        assertThat(connect(1, "{endpoint: 'tcp://" + host + ":5557'}").endpoints())
                .containsExactly("tcp://10.0.0.1:5557");
    }

    /** Scenario 88: what was written in the place of the worker's host is not forgotten. */
    @ParameterizedTest
    @CsvSource({"tcp://*:5557, true", "tcp://0.0.0.0:5557, true", "tcp://10.0.0.1:5557, false"})
    void wildcardThatWasWrittenIsTold(String endpoint, boolean wildcard) {
        Loading loading = Loading.base("workers: [{url: 'http://10.0.0.1:30000', role: decode, engine: vllm, "
                + "kv_events: {endpoint: '" + endpoint + "'}}]");

        assertThat(loading.onlyWorker().kvEvents())
                .isInstanceOfSatisfying(
                        KvEventsSettings.Connect.class,
                        connect -> assertThat(connect.wildcard()).isEqualTo(wildcard));
    }

    /** Scenario 88, over IPv6. */
    @Test
    void wildcardHostOfAnIpv6WorkerKeepsItsBrackets() {
        Loading loading = Loading.base("workers: [{url: 'http://[::1]:30000', role: decode, engine: vllm, "
                + "kv_events: {endpoint: 'tcp://*:5557'}}]");

        assertThat(loading.onlyWorker().kvEvents())
                .isEqualTo(new KvEventsSettings.Connect(List.of("tcp://[::1]:5557"), List.of(), ""));
    }

    @ParameterizedTest
    @CsvSource({
        "'{bind: auto}', 0.0.0.0, 0",
        "'{bind: \"tcp://0.0.0.0:6000\"}', 0.0.0.0, 6000",
        "'{bind: \"tcp://*:6000\"}', 0.0.0.0, 6000",
        "'{bind: \"tcp://[::]:0\"}', [::], 0",
    })
    void routerBindsWhereToldTo(String events, String host, int port) {
        assertThat(worker(4, events).onlyWorker().kvEvents()).isEqualTo(new KvEventsSettings.Bind(host, port, ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                       | kv_events           | names no endpoint",
                "{topic: x}                                               | kv_events           | names no endpoint",
                "{replay: 'tcp://h:1'}                                    | kv_events           | names no endpoint",
                "{endpoint: 'tcp://h:1', bind: auto}                      | kv_events           | has more than one source",
                "{endpoint: 'tcp://h:1', endpoints: ['tcp://h:1', 'tcp://h:2']} | kv_events.endpoint | is written beside endpoints",
                "{bind: auto, replay: 'tcp://h:1'}                        | kv_events           | has a replay endpoint beside bind: a publisher that connects offers none",
                "{endpoints: ['tcp://h:1']}                               | kv_events.endpoints | has 1 endpoints, and dp_size is 2",
                "{endpoint: 'tcp://h:1', replays: []}                     | kv_events.replays   | has 0 endpoints, and dp_size is 2",
                "{endpoints: ['tcp://h:1', 'h:2']}                        | kv_events.endpoints[1] | is not a ZMQ endpoint such as tcp://10.0.0.1:5557",
                "{endpoint: 'tcp://h:65535'}                              | kv_events.endpoint  | needs 2 ports from 65535 on, beyond 65535",
                "{endpoint: 'tcp://h:65536'}                              | kv_events.endpoint  | has a port out of range",
                "{endpoint: 'tcp://h:0'}                                  | kv_events.endpoint  | has a port out of range",
                "{endpoint: 'tcp://:::5557'}                              | kv_events.endpoint  | is not a ZMQ endpoint such as tcp://10.0.0.1:5557",
                "{endpoint: 'ipc:///tmp/kv'}                              | kv_events.endpoint  | is not a ZMQ endpoint such as tcp://10.0.0.1:5557",
                "{bind: 'tcp://0.0.0.0:65535'}                            | kv_events.bind      | needs 2 ports from 65535 on, beyond 65535",
                "{bind: automatic}                                        | kv_events.bind      | 'is not auto, or an address such as tcp://0.0.0.0:6000'",
                "auto                                                     | kv_events           | 'is a single value, not a section'",
            })
    void wrongFormIsRefused(String events, String path, String message) {
        assertThat(worker(2, events).problems()).anySatisfy(problem -> {
            assertThat(problem.path()).isEqualTo("workers[0]." + path);
            assertThat(problem.message()).isEqualTo(message);
        });
    }

    /** Scenario 88: the replay base lies inside the event ports. */
    @Test
    void replayPortsThatReachIntoTheEventPortsAreRefusedNamingBoth() {
        ConfigProblem problem =
                worker(4, "{endpoint: 'tcp://*:5557', replay: 'tcp://*:5558'}").onlyProblem();

        assertThat(problem.path()).isEqualTo("workers[0].kv_events.replay");
        assertThat(problem.message())
                .isEqualTo("overlaps on 10.0.0.1: workers[0].kv_events.replay (ports 5558 to 5561) and "
                        + "workers[0].kv_events.endpoint (ports 5557 to 5560)");
    }

    @Test
    void portsThatOnlyTouchAreFine() {
        assertThat(connect(4, "{endpoint: 'tcp://*:5557', replay: 'tcp://*:5561'}")
                        .replays())
                .hasSize(4);
    }

    @Test
    void workersOnOneHostMustNotShareEventPorts() {
        Loading loading = Loading.base("""
                workers:
                  - {url: "http://h:1", role: decode, engine: vllm, dp_size: 8, kv_events: {endpoint: "tcp://*:5557"}}
                  - {url: "http://h:2", role: decode, engine: vllm, dp_size: 8, kv_events: {endpoint: "tcp://H:5564"}}
                  - {url: "http://i:2", role: decode, engine: vllm, dp_size: 8, kv_events: {endpoint: "tcp://*:5557"}}
                """);

        assertThat(loading.onlyProblem().path()).isEqualTo("workers[1].kv_events.endpoint");
        assertThat(loading.onlyProblem().message()).contains("workers[0].kv_events.endpoint (ports 5557 to 5564)");
    }

    @Test
    void endpointMustNotBeTheWorkersHttpPort() {
        assertThat(worker(1, "{endpoint: 'tcp://*:30000'}").onlyProblem().message())
                .contains("workers[0].url (port 30000)");
    }

    @Test
    void sameEndpointForTwoRanksIsRefused() {
        assertThat(worker(2, "{endpoints: ['tcp://h:1', 'tcp://h:1']}")
                        .onlyProblem()
                        .path())
                .isEqualTo("workers[0].kv_events.endpoints");
    }

    @Test
    void portsThatTheRouterBindsMustNotMeetEachOtherOrItsOwn() {
        Loading loading = Loading.base("""
                server: {host: 0.0.0.0, port: 6003}
                workers:
                  - {url: "http://h:1", role: decode, engine: vllm, dp_size: 4, kv_events: {bind: "tcp://127.0.0.1:6000"}}
                  - {url: "http://h:2", role: decode, engine: vllm, dp_size: 4, kv_events: {bind: "tcp://127.0.0.1:5998"}}
                  - {url: "http://h:3", role: decode, engine: vllm, dp_size: 4, kv_events: {bind: "tcp://127.0.0.2:6004"}}
                """);

        assertThat(loading.badPaths()).containsExactly("workers[0].kv_events.bind", "workers[1].kv_events.bind");
    }
}
