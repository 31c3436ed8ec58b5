package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.address.DnsServer;
import dev.warmpath.config.settings.discovery.DiscoverySettings;
import dev.warmpath.config.settings.discovery.DnsSettings;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.workers.TopologyLabels;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The sources of {@code discovery}. */
class DiscoveryTest {

    private static Loading source(String... lines) {
        StringBuilder text = new StringBuilder("discovery:\n");
        for (int i = 0; i < lines.length; i++) {
            text.append(i == 0 ? "  - " : "    ").append(lines[i]).append('\n');
        }
        return Loading.base(text.toString());
    }

    private static DiscoverySettings only(Loading loading) {
        assertThat(loading.settings().discovery()).hasSize(1);
        return loading.settings().discovery().get(0);
    }

    @Test
    void dnsSourceHasDefaultsForAllButItsNames() {
        DiscoverySettings source = only(
                source("name: engines", "worker: {role: decode, engine: vllm}", "dns: {name: e.test, port: 8000}"));

        assertThat(source.hold()).isEqualTo(Duration.ofSeconds(60));
        assertThat(source.maxWorkers()).isEqualTo(1024);
        assertThat(source.dns())
                .isEqualTo(new DnsSettings(
                        "e.test",
                        DnsSettings.RecordType.ADDRESS,
                        DnsSettings.Family.BOTH,
                        8000,
                        "http",
                        false,
                        List.of(),
                        null,
                        Duration.ofSeconds(2)));
    }

    @Test
    void templateMakesAWorkerOfAUrlWithEndpointsAtItsHost() {
        DiscoverySettings source = only(source(
                "name: engines",
                "worker: {role: decode, engine: vllm, dp_size: 2, kv_events: {endpoint: 'tcp://*:5557'}}",
                "dns: {name: e.test, port: 8000}"));

        Map<String, Object> values = source.worker().at(URI.create("http://[fd00::1]:8000"));

        WorkerResult result = ConfigLoader.worker(values, Loading.base("").settings(), List.of());
        WorkerSettings worker = ((WorkerResult.Accepted) result).worker();
        assertThat(worker.kvEvents()).isNotNull();
        assertThat(worker.kvEvents())
                .extracting("endpoints", "wildcard")
                .containsExactly(List.of("tcp://[fd00::1]:5557", "tcp://[fd00::1]:5558"), false);
    }

    @Test
    void templateThatMakesNoWorkerIsToldAtTheStart() {
        assertThat(source("name: e", "worker: {engine: vllm}", "dns: {name: e.test, port: 1}")
                        .problems())
                .singleElement()
                .asString()
                .contains("discovery[0].worker", "makes no worker: role is missing");
        assertThat(source("name: e", "worker: {role: decode, engine: vllm, models: [x]}", "dns: {name: e, port: 1}")
                        .problems())
                .singleElement()
                .asString()
                .contains("models", "not declared");
    }

    /** What no source tells and the configuration may: how its workers are probed, by which files called, where they stand. */
    @Test
    void templateSaysWhatAListedWorkerMay() {
        DiscoverySettings source = only(source(
                "name: e",
                "worker: {role: decode, engine: vllm, topology: {rack: r1}, health: {interval: 1s}, tls: {ca: fleet.crt}}",
                "dns: {name: e.test, port: 8000, scheme: https, family: ipv6}"));

        Map<String, Object> values = source.worker().at(URI.create("https://10.0.0.1:8000"));
        WorkerResult result = ConfigLoader.worker(values, Loading.base("").settings(), List.of());
        WorkerSettings worker = source.worker().complete(((WorkerResult.Accepted) result).worker());

        assertThat(worker.topology()).isEqualTo(new TopologyLabels(null, null, "r1", null));
        HealthSettings health = Objects.requireNonNull(worker.health());
        assertThat(health.interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(health.path()).as("as for the others").isEqualTo("/health");
        assertThat(Objects.requireNonNull(worker.tls()).ca()).hasFileName("fleet.crt");
        assertThat(Objects.requireNonNull(source.dns()).family()).isEqualTo(DnsSettings.Family.IPV6);
    }

    @Test
    void templatesTlsNeedsWorkersThatAreCalledByIt() {
        assertThat(source("name: e", "worker: {role: decode, engine: vllm, tls: {}}", "dns: {name: e.test, port: 1}")
                        .badPaths())
                .containsExactly("discovery[0].worker");
        assertThat(source("name: e", "worker: {tls: {}}", "kubernetes: {selector: a=b, port: 1}")
                        .badPaths())
                .containsExactly("discovery[0].worker");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "server: 'http://a:1', token: x, token_file: y | token_file",
                "token_file: y                                 | token_file",
                "token: x                                      | token",
                "tls: {}                                       | tls"
            })
    void apiServerIsAskedWithOneTokenWhereItIsNamed(String kubernetes, String key) {
        assertThat(source("name: e", "worker: {}", "kubernetes: {selector: a=b, port: 1, " + kubernetes + "}")
                        .badPaths())
                .containsExactly("discovery[0].kubernetes." + key);
    }

    @Test
    void mixedWorkersOfASourceNeedTheirWeightToo() {
        assertThat(Loading.of("""
                        scoring: {prefill: {overlap_weight: 20}, decode: {overlap_weight: 2}}
                        models: [{name: m}]
                        discovery: [{name: e, worker: {role: mixed}, dns: {name: e.test, port: 1}}]
                        """).badPaths()).containsExactly("scoring.mixed.overlap_weight");
    }

    @Test
    void exactlyOnePlaceIsNamed() {
        assertThat(source("name: e", "worker: {role: decode, engine: vllm}").badPaths())
                .containsExactly("discovery[0]");
    }

    @Test
    void namesAreShortAndEachIsOnce() {
        String rest = "\n    worker: {role: decode, engine: vllm}\n    dns: {name: e.test, port: 1}\n";
        for (String name : List.of("admin", "configuration", "E", "a b", "-a", "x".repeat(64))) {
            assertThat(Loading.base("discovery:\n  - name: " + name + rest).badPaths())
                    .as(name)
                    .containsExactly("discovery[0].name");
        }
        assertThat(Loading.base("discovery:\n  - name: a" + rest + "  - name: a" + rest)
                        .badPaths())
                .containsExactly("discovery[1].name");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name: e                           | port",
                "name: e, record: srv, port: 8000  | port",
                "name: e, port: 1, keep_names: true| keep_names",
                "name: e, port: 1, record: mx      | record",
                "name: e, port: 1, family: inet    | family",
                "name: e, record: srv, keep_names: true, family: ipv4 | family",
                "name: e, port: 1, scheme: ftp     | scheme",
                "name: e, port: 1, interval: 1ms   | interval",
                "name: e, port: 1, servers: [ns]   | servers[0]"
            })
    void whatCannotBeLookedUpIsRefused(String dns, String key) {
        assertThat(source("name: e", "worker: {role: decode, engine: vllm}", "dns: {" + dns + "}")
                        .badPaths())
                .containsExactly("discovery[0].dns." + key);
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.10, 10.0.0.10, 53, 10.0.0.10",
        "10.0.0.10:5353, 10.0.0.10, 5353, 10.0.0.10:5353",
        "fd00::10, fd00::10, 53, [fd00::10]",
        "[fd00::10], fd00::10, 53, [fd00::10]",
        "[fd00::10]:5353, fd00::10, 5353, [fd00::10]:5353"
    })
    void serversAreAddressesWithAPortOrWithout(String written, String host, int port, String shown) {
        DiscoverySettings source = only(source(
                "name: e",
                "worker: {role: decode, engine: vllm}",
                "dns: {name: e, port: 1, servers: ['" + written + "']}"));

        List<DnsServer> servers = Objects.requireNonNull(source.dns()).servers();
        assertThat(servers).containsExactly(new DnsServer(host, port));
        assertThat(servers.get(0)).hasToString(shown);
    }

    @ParameterizedTest
    @CsvSource({"10.0.0", "10.0.0.10:0", "10.0.0.10:99999", "[10.0.0.10", "ns.example.com", "[fd00::10]x", "fd00::10:"})
    void whatIsNoAddressIsRefused(String written) {
        assertThat(source(
                                "name: e",
                                "worker: {role: decode, engine: vllm}",
                                "dns: {name: e, port: 1, servers: ['" + written + "']}")
                        .badPaths())
                .containsExactly("discovery[0].dns.servers[0]");
    }
}
