package dev.warmpath.router.disagg;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.worker.Worker;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios 47, 49, 50, 52 and 59. */
class SglangBootstrapTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final SglangBootstrap protocol = new SglangBootstrap(new Random(7));

    @Test
    void bothLegsCarryTheSameBootstrapAndTheClientsOwnBytes() throws Exception {
        String body = "{ \"model\":\"m\",\"prompt\" : \"a\\u0062\", \"temperature\":1.0, \"x\":12345678901234567890}";
        LegPlan.Concurrent plan = plan(body, seat(Role.PREFILL, 1, 0, 0), seat(Role.DECODE, 1, 0, 0));

        String prefill = plan.prefill().body().toString();
        String decode = plan.decode().body().toString();
        assertThat(prefill)
                .isEqualTo(decode)
                .startsWith(body.substring(0, body.length() - 1))
                .contains("\"bootstrap_host\":\"10.0.0.1\"", "\"bootstrap_port\":8998");
        assertThat(plan.prefill().headers()).isEmpty();
        assertThat(tree(prefill).get("bootstrap_room").isIntegralNumber()).isTrue();
    }

    /** Scenario 49: prefill has 8 ranks, decode 2. */
    @Test
    void eachLegIsToldItsOwnRankAndDecodeAlsoPrefills() throws Exception {
        LegPlan.Concurrent plan =
                plan("{\"model\":\"m\",\"prompt\":\"a\"}", seat(Role.PREFILL, 8, 0, 7), seat(Role.DECODE, 2, 0, 1));

        JsonNode prefill = tree(plan.prefill().body().toString());
        JsonNode decode = tree(plan.decode().body().toString());
        assertThat(prefill.get("routed_dp_rank").intValue()).isEqualTo(7);
        assertThat(prefill.has("disagg_prefill_dp_rank")).isFalse();
        assertThat(decode.get("routed_dp_rank").intValue()).isEqualTo(1);
        assertThat(decode.get("disagg_prefill_dp_rank").intValue()).isEqualTo(7);
        assertThat(prefill.get("bootstrap_room").longValue() % 8).isEqualTo(7);
        assertThat(plan.prefill().headers()).containsEntry("x-data-parallel-rank", "7");
        assertThat(plan.decode().headers()).containsEntry("x-data-parallel-rank", "1");
    }

    /** Scenario 50: the second node of a deployment owns ranks 4..7. */
    @Test
    void ranksAreTheEnginesOwnNumbers() throws Exception {
        LegPlan.Concurrent plan =
                plan("{\"model\":\"m\",\"prompt\":\"a\"}", seat(Role.PREFILL, 4, 4, 6), seat(Role.DECODE, 1, 0, 0));

        assertThat(tree(plan.prefill().body().toString()).get("routed_dp_rank").intValue())
                .isEqualTo(6);
        assertThat(tree(plan.decode().body().toString())
                        .get("disagg_prefill_dp_rank")
                        .intValue())
                .isEqualTo(6);
    }

    @Test
    void clientsCannotChooseHostRoomOrRank() throws Exception {
        String body = "{\"bootstrap_host\":\"evil\",\"model\":\"m\",\"bootstrap_room\":1,\"prompt\":\"a\","
                + "\"routed_dp_rank\":3,\"disagg_prefill_dp_rank\":2,\"kv_transfer_params\":{\"remote_host\":\"evil\"}}";
        LegPlan.Concurrent plan = plan(body, seat(Role.PREFILL, 1, 0, 0), seat(Role.DECODE, 1, 0, 0));

        String decode = plan.decode().body().toString();
        assertThat(decode).doesNotContain("evil", "routed_dp_rank", "disagg_prefill_dp_rank", "kv_transfer_params");
        assertThat(tree(decode).get("bootstrap_room").longValue()).isNotEqualTo(1);
    }

    /** Scenario 52. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "COMPLETIONS     |{\"model\":\"m\",\"prompt\":[\"a\",\"b\",\"c\"]}                          |3",
                "COMPLETIONS     |{\"model\":\"m\",\"prompt\":[\"a\"]}                                      |1",
                "COMPLETIONS     |{\"model\":\"m\",\"prompt\":[1,2,3,4]}                                    |0",
                "COMPLETIONS     |{\"model\":\"m\",\"prompt\":[[1,2],[3,4]],\"n\":2}                        |2",
                "CHAT_COMPLETIONS|{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":\"a\"}],\"n\":3}|0"
            })
    void batchesHaveOneRoomPerPromptAndEverythingElseHasScalars(Endpoint endpoint, String body, int rooms)
            throws Exception {
        LegPlan.Concurrent plan = protocol.plan(
                GenerationRequest.read(endpoint, JsonBody.parse(body.getBytes(StandardCharsets.UTF_8))),
                seat(Role.PREFILL, 1, 0, 0),
                seat(Role.DECODE, 1, 0, 0));

        JsonNode prefill = tree(plan.prefill().body().toString());
        JsonNode decode = tree(plan.decode().body().toString());
        for (String field : List.of("bootstrap_host", "bootstrap_port", "bootstrap_room")) {
            assertThat(prefill.get(field)).isEqualTo(decode.get(field));
            assertThat(prefill.get(field).isArray()).as(field).isEqualTo(rooms > 0);
            assertThat(prefill.get(field)).as(field).hasSize(rooms);
        }
        Set<Long> distinct = new HashSet<>();
        prefill.get("bootstrap_room").forEach(room -> distinct.add(room.longValue()));
        assertThat(distinct).hasSize(rooms);
    }

    @Test
    void everyAttemptHasANewRoom() throws Exception {
        Set<Long> rooms = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            LegPlan.Concurrent plan =
                    plan("{\"model\":\"m\",\"prompt\":\"a\"}", seat(Role.PREFILL, 1, 0, 0), seat(Role.DECODE, 1, 0, 0));
            rooms.add(
                    tree(plan.decode().body().toString()).get("bootstrap_room").longValue());
        }
        assertThat(rooms).hasSize(100);
    }

    /** Scenario 59. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "[::1]", "localhost"})
    void bootstrapHostIsTheWorkersOwn(String host) throws Exception {
        Seat prefill = seat(URI.create("http://" + host + ":30000"), null, Role.PREFILL, 1, 0, 0);
        LegPlan.Concurrent plan = plan("{\"model\":\"m\",\"prompt\":\"a\"}", prefill, seat(Role.DECODE, 1, 0, 0));

        JsonNode decode = tree(plan.decode().body().toString());
        assertThat(decode.get("bootstrap_host").asText()).isEqualTo(host);
        assertThat(decode.get("bootstrap_port").isNull())
                .as("no port configured: the engine takes its default")
                .isTrue();
    }

    private LegPlan.Concurrent plan(String body, Seat prefill, Seat decode) throws BadRequest {
        GenerationRequest request =
                GenerationRequest.read(Endpoint.COMPLETIONS, JsonBody.parse(body.getBytes(StandardCharsets.UTF_8)));
        return protocol.plan(request, prefill, decode);
    }

    private static Seat seat(Role role, int dpSize, int dpStart, int rank) {
        URI url = URI.create(role == Role.PREFILL ? "http://10.0.0.1:30000" : "http://10.0.0.2:30000");
        return seat(url, 8998, role, dpSize, dpStart, rank);
    }

    private static Seat seat(URI url, @Nullable Integer bootstrapPort, Role role, int dpSize, int dpStart, int rank) {
        WorkerSettings settings = WorkerSettings.of(
                        url,
                        role,
                        Engine.SGLANG,
                        Protocol.SGLANG_BOOTSTRAP,
                        List.of("m"),
                        "default",
                        dpSize,
                        dpStart,
                        16)
                .withBootstrapPort(bootstrapPort);
        Worker worker = new Worker(url.toString(), settings, url.getHost(), url.getPort(), List.of(), null);
        return new Seat(worker, new Target(worker.id(), rank));
    }

    private static JsonNode tree(String json) throws IOException {
        return JSON.readTree(json);
    }
}
