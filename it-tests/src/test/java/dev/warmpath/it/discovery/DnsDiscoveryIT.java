package dev.warmpath.it.discovery;

import static dev.warmpath.it.discovery.DiscoveredFleet.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.router.discovery.SourceState;
import dev.warmpath.router.discovery.source.FaultReason;
import dev.warmpath.router.discovery.source.RejectionReason;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workers from a real DNS server. */
class DnsDiscoveryIT extends SourceScenarios {

    private static final String NAME = "engines.test";

    @TempDir
    Path directory;

    private Dnsmasq dns;

    @BeforeEach
    void startServer() throws Exception {
        dns = new Dnsmasq(directory);
        dns.start();
    }

    @AfterEach
    void stopServer() {
        dns.close();
    }

    @Override
    String place() {
        return "dns: {name: %s, port: %d, servers: [\"127.0.0.1:%d\"], interval: 100ms, timeout: 500ms}"
                .formatted(NAME, addresses.port(), dns.port());
    }

    @Override
    void announce(int... wanted) throws Exception {
        dns.addresses(NAME, Arrays.stream(wanted).mapToObj(Addresses::host).toList());
    }

    @Override
    void breakSource() {
        dns.stop();
    }

    @Override
    void repairSource() throws Exception {
        dns.start();
    }

    private DiscoveredFleet fleet(String name, String more) {
        return new DiscoveredFleet("""
                health: {enabled: false}
                discovery:
                  - name: found
                    max_workers: 500
                    worker: {role: mixed, engine: sglang, dp_size: 2, kv_events: {endpoint: "tcp://*:5557"}}
                    dns: {name: %s, servers: ["127.0.0.1:%d"], interval: 100ms, %s}
                """.formatted(name, dns.port(), more));
    }

    /** Scenario 78: a target that is told twice, in other letters, is one worker. */
    @Test
    void serviceRecordsTellPortsAndTheTemplateTheRest() throws Exception {
        dns.stop();
        dns = new Dnsmasq(
                directory,
                "--srv-host=_http._tcp.engines.test,a.test,31001",
                "--srv-host=_http._tcp.engines.test,A.test,31001,7",
                "--srv-host=_http._tcp.engines.test,b.test,31002",
                "--srv-host=_http._tcp.engines.test,nowhere.test,31003",
                "--host-record=a.test,127.0.0.21",
                "--host-record=b.test,127.0.0.22,fd00::22");
        dns.start();
        try (DiscoveredFleet found = fleet("_http._tcp.engines.test", "record: srv")) {
            found.awaitWorkers("http://127.0.0.21:31001", "http://127.0.0.22:31002", "http://[fd00::22]:31002");

            assertThat(found.worker("http://127.0.0.21:31001")
                            .at("/ranks/1/stream/endpoint")
                            .asText())
                    .as("a wildcard is the worker's host, and rank 1 is one port on")
                    .isEqualTo("tcp://127.0.0.21:5558");
            assertThat(found.source("found").rejected()).singleElement().satisfies(one -> {
                assertThat(one.reason()).isEqualTo(RejectionReason.NO_ADDRESS);
                assertThat(one.origin()).isEqualTo("nowhere.test:31003");
            });
        }
        try (DiscoveredFleet found = fleet("_http._tcp.engines.test", "record: srv, keep_names: true")) {
            found.awaitWorkers("http://a.test:31001", "http://b.test:31002", "http://nowhere.test:31003");
        }
        try (DiscoveredFleet found = fleet("_http._tcp.engines.test", "record: srv, family: ipv6")) {
            found.awaitWorkers("http://[fd00::22]:31002");
        }
    }

    /** What some servers say to questions for AAAA where they have been given A records alone. */
    @Test
    void serverThatRefusesOneFamilyIsAskedForTheOther() throws Exception {
        dns.stop();
        dns = new Dnsmasq(directory, "--address=/engines.lan/127.0.0.21");
        dns.start();
        try (DiscoveredFleet both = fleet("engines.lan", "port: 31001");
                DiscoveredFleet found = fleet("engines.lan", "port: 31001, family: ipv4")) {
            found.awaitWorkers("http://127.0.0.21:31001");
            both.awaitState("found", SourceState.BROKEN);
            assertThat(both.source("found").detail()).contains("AAAA");
        }
    }

    /** An answer that no datagram holds is asked for again by TCP; a server that cuts it off must not empty half a fleet. */
    @Test
    void answerBeyondADatagramIsTakenByTcp() throws Exception {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add("127.0.7." + (i + 1));
        }
        dns.addresses(NAME, many);
        try (DiscoveredFleet found = fleet(NAME, "port: 31001")) {
            await().atMost(SOON)
                    .untilAsserted(() ->
                            assertThat(found.router().fleet().view().workers()).hasSize(200));
        }
    }

    @Test
    void serverThatRefusesIsBrokenAndANameWithoutRecordsIsNot() throws Exception {
        try (DiscoveredFleet found = fleet("engines.example", "port: 31001")) {
            found.awaitState("found", SourceState.BROKEN);
            assertThat(found.source("found").fault()).isEqualTo(FaultReason.FORBIDDEN);
            assertThat(found.source("found").detail()).contains("engines.example", "127.0.0.1");
        }
        try (DiscoveredFleet found = fleet("nobody.test", "port: 31001")) {
            found.awaitState("found", SourceState.FOLLOWING);
            assertThat(found.router().fleet().view().workers()).isEmpty();
            assertThat(found.findings("source_yields_nobody")).hasSize(1);
            assertThat(found.findings("source_broken")).isEmpty();
        }
    }

    /** Where no interval is written the records' own life is kept to: one second here. */
    @Test
    void withoutAnIntervalRecordsAreAskedForWhenTheyHaveRunOut() throws Exception {
        dns.addresses(NAME, List.of(Addresses.host(0)));
        try (DiscoveredFleet found = new DiscoveredFleet("""
                discovery:
                  - name: found
                    worker: {role: mixed}
                    dns: {name: %s, port: 31001, servers: ["127.0.0.1:%d"]}
                """.formatted(NAME, dns.port()))) {
            found.awaitWorkers("http://" + Addresses.host(0) + ":31001");

            dns.addresses(NAME, List.of(Addresses.host(0), Addresses.host(1)));

            found.awaitWorkers("http://" + Addresses.host(0) + ":31001", "http://" + Addresses.host(1) + ":31001");
        }
    }

    @Test
    void nextServerIsAskedWhereOneDoesNotAnswer() throws Exception {
        dns.addresses(NAME, List.of(Addresses.host(0)));
        try (DatagramSocket silent = new DatagramSocket(0, InetAddress.getLoopbackAddress());
                DiscoveredFleet found = new DiscoveredFleet("""
                discovery:
                  - name: found
                    worker: {role: mixed}
                    dns: {name: %s, port: 31001, servers: ["127.0.0.1:%d", "127.0.0.1:%d"], timeout: 1s}
                """.formatted(NAME, silent.getLocalPort(), dns.port()))) {
            found.awaitWorkers("http://" + Addresses.host(0) + ":31001");
            assertThat(found.source("found").state()).isEqualTo(SourceState.FOLLOWING);
        }
    }
}
