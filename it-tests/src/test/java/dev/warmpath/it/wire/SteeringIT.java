package dev.warmpath.it.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.it.legs.LegFixture;
import dev.warmpath.it.legs.ScriptedWorker;
import dev.warmpath.it.legs.ScriptedWorker.Received;
import dev.warmpath.router.body.ProtocolFields;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Scenario 76: nothing that a client says chooses a host, a rank or an id for an engine. What clients try to say names a
 * trap, a port of ours to which nobody may connect.
 */
@Timeout(60)
class SteeringIT {

    private static final Map<String, String> PROMPTS = Map.of(
            "/v1/completions", "\"prompt\":[1,2,3,4]",
            "/v1/chat/completions", "\"messages\":[{\"role\":\"user\",\"content\":\"a\"}]");

    private static final List<String> STEERING_HEADERS = List.of(
            "X-Data-Parallel-Rank",
            "x-DATA-parallel-RANK",
            "x-data-parallel-host-port",
            "x-prefiller-host-port",
            "X-Prefiller-Url",
            "x-encoder-hosts-ports",
            "x-worker-url",
            "x-worker-instance-id",
            "x-smg-routing-key",
            "X-SMG-Target-Worker",
            "x-override-bootstrap-host",
            "x-gateway-destination-endpoint",
            "x-warmpath-prefill",
            "x-request-id");

    private static final String HAND_OFF = "{\"choices\":[{\"finish_reason\":\"length\"}],\"kv_transfer_params\":"
            + "{\"do_remote_prefill\":true,\"do_remote_decode\":false,\"remote_engine_id\":\"e\",\"remote_request_id\":\"r\","
            + "\"remote_host\":\"10.0.0.1\",\"remote_port\":5600,\"remote_block_ids\":[[1]]}}";

    private final LegFixture fleet = new LegFixture();
    private final List<ScriptedWorker> workers = new ArrayList<>();

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private void start(Protocol protocol) {
        if (protocol == Protocol.NONE) {
            workers.add(fleet.mixed(leg -> leg.answer(200, "application/json", "{}")));
        } else {
            fleet.speaking(protocol);
            workers.add(fleet.prefill(leg -> leg.answer(200, "application/json", HAND_OFF)));
            workers.add(fleet.decode(leg -> leg.answer(200, "application/json", "{}")));
        }
    }

    private HttpResponse<String> post(String path, String members, Map<String, String> headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + fleet.router().port() + path))
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\"," + PROMPTS.get(path) + members + "}"));
        headers.forEach(request::header);
        return fleet.client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private List<Received> legs() {
        return workers.stream().flatMap(worker -> worker.received().stream()).toList();
    }

    private static List<String> names() {
        TreeSet<String> names = new TreeSet<>(ProtocolFields.NAMES);
        names.addAll(ProtocolFields.REQUEST_IDS);
        names.add("bootstrap_of_tomorrow");
        return List.copyOf(names);
    }

    /** The name with one letter written as an escape, which is the same name. */
    private static String disguised(String name) {
        int at = name.length() / 2;
        return name.substring(0, at) + String.format("\\u%04x", (int) name.charAt(at)) + name.substring(at + 1);
    }

    private static String members(List<String> names, String value) {
        StringBuilder members = new StringBuilder();
        names.forEach(name -> members.append(",\"").append(name).append("\":").append(value));
        return members.toString();
    }

    @ParameterizedTest
    @EnumSource(names = {"SGLANG_BOOTSTRAP", "VLLM_NIXL", "NONE"})
    void noFieldAndNoHeaderOfAClientReachesAWorker(Protocol protocol) throws Exception {
        start(protocol);
        try (ServerSocket trap = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + trap.getLocalPort();
            String value = "{\"remote_host\":\"" + address + "\",\"evil\":1}";
            for (String path : PROMPTS.keySet()) {
                for (String header : STEERING_HEADERS) {
                    assertThat(post(path, "", Map.of(header, address)).statusCode())
                            .as(header)
                            .isEqualTo(200);
                }
                assertThat(post(path, members(names(), value), Map.of()).statusCode())
                        .as("%s", path)
                        .isEqualTo(200);
                List<String> disguised =
                        names().stream().map(SteeringIT::disguised).toList();
                assertThat(post(path, members(disguised, value), Map.of()).statusCode())
                        .as("%s, disguised", path)
                        .isEqualTo(200);
            }

            fleet.returnsToZero();
            assertThat(legs()).hasSizeGreaterThanOrEqualTo(PROMPTS.size() * (STEERING_HEADERS.size() + 2));
            for (Received leg : legs()) {
                assertThat(leg.body().toString()).doesNotContain(address, "evil");
                assertThat(leg.request().headers().entries())
                        .noneMatch(header -> header.getValue().contains(Integer.toString(trap.getLocalPort())));
            }
            nobodyCameTo(trap);
        }
    }

    private static void nobodyCameTo(ServerSocket trap) throws IOException {
        trap.setSoTimeout(1);
        try {
            trap.accept().close();
            fail("somebody connected to the trap");
        } catch (SocketTimeoutException nobody) {
            // As it should be: a connection would be in the backlog by now, for all requests are over.
        }
    }

    /** Which one counts would differ between the router and an engine. */
    @ParameterizedTest
    @EnumSource(names = {"SGLANG_BOOTSTRAP", "VLLM_NIXL"})
    void aFieldThatIsThereTwiceIsRefusedHoweverItIsWritten(Protocol protocol) throws Exception {
        start(protocol);
        for (String name : names()) {
            String twice = members(List.of(name, disguised(name)), "1");
            assertThat(post(LegFixture.COMPLETIONS, twice, Map.of()).statusCode())
                    .as(name)
                    .isEqualTo(400);
        }
        assertThat(legs()).isEmpty();
    }

    /** The only object that an engine (vLLM 0.32) merges with where it keeps such fields. */
    @ParameterizedTest
    @EnumSource(names = {"VLLM_NIXL", "NONE"})
    void whatVllmMergesIsRefusedAndWhatNobodyReadsPasses(Protocol protocol) throws Exception {
        start(protocol);
        for (String name : List.of("kv_transfer_params", "ec_transfer_params", disguised("kv_transfer_params"))) {
            for (String outer : List.of("vllm_xargs", disguised("vllm_xargs"))) {
                String nested = ",\"" + outer + "\":{\"" + name + "\":{\"remote_host\":\"evil\"}}";
                assertThat(post(LegFixture.COMPLETIONS, nested, Map.of()).statusCode())
                        .as(nested)
                        .isEqualTo(400);
            }
        }
        assertThat(legs()).isEmpty();

        String unread =
                ",\"extra_body\":{\"rid\":\"x\"},\"nvext\":{\"backend_instance_id\":1},\"metadata\":{\"request_id\":\"x\"}";
        assertThat(post(LegFixture.COMPLETIONS, unread, Map.of()).statusCode()).isEqualTo(200);
        fleet.returnsToZero();
        assertThat(legs()).isNotEmpty().allMatch(leg -> leg.body().toString().contains(unread));
    }

    /** What is shown back, logged and passed on is short and plain, or the router's own. */
    @ParameterizedTest
    @EnumSource(names = {"SGLANG_BOOTSTRAP"})
    void requestIdsAreShortAndPlain(Protocol protocol) throws Exception {
        start(protocol);
        for (String given : List.of("a b", "a\tb", "{}", "a".repeat(129), "a,b", "\"a\"", "../a", "$(a)")) {
            HttpResponse<String> answer = post(LegFixture.COMPLETIONS, "", Map.of("x-request-id", given));
            assertThat(answer.headers().firstValue("x-request-id").orElseThrow())
                    .as(given)
                    .matches("req-[0-9a-f]{16}");
        }
        fleet.returnsToZero();
        assertThat(legs())
                .isNotEmpty()
                .allMatch(leg -> leg.request().getHeader("x-request-id").matches("req-[0-9a-f]{16}-[0-9a-f]{16}"));
    }
}
