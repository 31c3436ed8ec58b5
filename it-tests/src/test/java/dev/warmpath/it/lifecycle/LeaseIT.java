package dev.warmpath.it.lifecycle;

import static dev.warmpath.it.lifecycle.RouterUnderTest.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.support.CapturedLog;
import dev.warmpath.router.fleet.Fleet;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Workers that stay for as long as they say so, and how many there may be. */
@Timeout(60)
class LeaseIT {

    private static final String URL = "http://127.0.0.1:1";

    private final RouterUnderTest fleet = new RouterUnderTest();
    private final CapturedLog audit = CapturedLog.of("dev.warmpath.audit", Level.INFO);

    @AfterEach
    void tearDown() {
        audit.close();
        fleet.close();
    }

    private static String entry(String url, String rest) {
        return "{\"url\":\"" + url + "\",\"role\":\"mixed\",\"engine\":\"sglang\",\"block_size\":4" + rest + "}";
    }

    private static String ttl(String time) {
        return ",\"ttl\":\"" + time + "\"";
    }

    @Test
    void workerThatIsNotRegisteredAgainIsRemovedAsIfDeleted() throws Exception {
        try (SimEngine engine = SimEngine.start(SimEngineConfig.builder(Engine.SGLANG, Role.MIXED)
                        .model("m")
                        .build());
                CapturedLog log = CapturedLog.of(Fleet.class.getName(), Level.INFO)) {
            String id = engine.url().toString();
            String events = ",\"kv_events\":{\"endpoint\":\"" + engine.eventEndpoint() + "\"}";
            fleet.router();
            assertThat(fleet.register(entry(id, events + ttl("2s"))).statusCode())
                    .isEqualTo(201);
            await().atMost(SOON)
                    .until(() -> fleet.worker(id)
                            .at("/ranks/0/stream/state")
                            .asText()
                            .equals("live"));
            assertThat(fleet.status()).isEqualTo(200);

            await().atMost(SOON).until(() -> fleet.workerIds().isEmpty());

            await().atMost(SOON).until(() -> fleet.metric("warmpath_worker_leases_expired_total") == 1);
            assertThat(fleet.router().index().memberships()).isZero();
            assertThat(fleet.scrape()).doesNotContain(id);
            assertThat(audit.lines()).hasSize(2);
            assertThat(audit.lines().get(1))
                    .contains("token=(lease) action=expire_worker subject=" + id, "blockSize=4", "new=none");
            assertThat(log.lines())
                    .as("not as if somebody had removed it")
                    .anyMatch(line -> line.contains("worker removed") && line.contains("reason=lease_expired"));
            assertThat(fleet.register(entry(id, "")).statusCode())
                    .as("it may come again")
                    .isEqualTo(201);
        }
    }

    @Test
    void registeringAgainMovesTheEndAndChangesNothingElse() throws Exception {
        HttpResponse<String> first = fleet.register(entry(URL, ttl("1h")));
        fleet.admin("POST", "/admin/workers/" + URL + "/drain", "");
        Object worker = fleet.router().fleet().view().worker(URL);

        HttpResponse<String> second = fleet.register(entry(URL, ttl("2h")));

        assertThat(second.statusCode()).isEqualTo(200);
        assertThat(fleet.router().fleet().view().worker(URL)).isSameAs(worker);
        assertThat(RouterUnderTest.json(second).at("/draining").asBoolean()).isTrue();
        assertThat(end(second)).isAfterOrEqualTo(end(first).plusSeconds(3600));
        assertThat(audit.lines()).as("a renewal is no change").hasSize(2);

        JsonNode forEver = RouterUnderTest.json(fleet.register(entry(URL, "")));
        assertThat(forEver.has("expires_at")).isTrue();
        assertThat(forEver.at("/expires_at").isNull()).isTrue();
    }

    private static Instant end(HttpResponse<String> answer) {
        return Instant.parse(RouterUnderTest.json(answer).at("/expires_at").asText());
    }

    @Test
    void timesWithoutUnitOrSenseAreRefused() throws Exception {
        for (String wrong : List.of("60", "0s", "999ms", "-1s", "soon", "8000h", "")) {
            HttpResponse<String> refused = fleet.register(entry(URL, ttl(wrong)));
            assertThat(refused.statusCode()).as(wrong).isEqualTo(400);
            assertThat(RouterUnderTest.json(refused).at("/error/message").asText())
                    .as(wrong)
                    .startsWith("ttl");
        }
        assertThat(fleet.workerIds()).isEmpty();
    }

    @Test
    void noMoreWorkersJoinThanMayBeThere() throws Exception {
        fleet.admin = new AdminSettings("127.0.0.1", 0, null, List.of(), List.of("127.0.0.0/8"), null, 2);
        assertThat(fleet.register(entry(URL, "")).statusCode()).isEqualTo(201);
        assertThat(fleet.register(entry("http://127.0.0.1:2", "")).statusCode()).isEqualTo(201);

        HttpResponse<String> refused = fleet.register(entry("http://127.0.0.1:3", ""));

        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("\"too_many_workers\"", "admin.max_workers (2)");
        assertThat(fleet.register(entry(URL, ",\"dp_size\":2")).statusCode())
                .as("one that is there may be replaced")
                .isEqualTo(200);
        fleet.admin("DELETE", "/admin/workers/" + URL, "");
        assertThat(fleet.register(entry("http://127.0.0.1:3", "")).statusCode()).isEqualTo(201);
    }

    /** The launch script of an engine that connects has to know where to. */
    @Test
    void registrationTellsThePortsThatTheRouterBinds() throws Exception {
        HttpResponse<String> joined =
                fleet.register(entry(URL, ",\"dp_size\":3,\"kv_events\":{\"bind\":\"tcp://127.0.0.1:0\"}"));

        JsonNode worker = RouterUnderTest.json(joined);
        int base = worker.at("/event_ports/base").asInt();
        assertThat(base).isPositive();
        assertThat(worker.at("/event_ports/count").asInt()).isEqualTo(3);
        for (int rank = 0; rank < 3; rank++) {
            assertThat(worker.at("/ranks/" + rank + "/stream/endpoint").asText())
                    .isEqualTo("tcp://127.0.0.1:" + (base + rank));
        }
        assertThat(RouterUnderTest.json(fleet.register(entry(URL, ""))).has("event_ports"))
                .as("without bind")
                .isFalse();
    }
}
