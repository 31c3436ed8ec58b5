package dev.warmpath.it.observe;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.sun.net.httpserver.HttpServer;
import dev.warmpath.config.settings.TracingSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.support.SimulatedFleet;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Traces as a collector gets them over OTLP, and the context that engines get. */
@Timeout(60)
class TracesIT {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String PARENT = "00f067aa0ba902b7";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private HttpServer collector;
    private SimEngine prefill;
    private SimEngine decode;

    @BeforeEach
    void start() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/traces", exchange -> {
            ExportTraceServiceRequest.parseFrom(exchange.getRequestBody())
                    .getResourceSpansList()
                    .forEach(resource ->
                            resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList())));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        prefill = engine(Role.PREFILL);
        decode = engine(Role.DECODE);
    }

    private SimEngine engine(Role role) {
        return fleet.engine(
                SimEngineConfig.builder(Engine.SGLANG, role).speed(50).build());
    }

    private void trace(double share) {
        String url = "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/traces";
        fleet.configureRouter(settings -> settings.withTracing(new TracingSettings(url, share, "warmpath", 4096)));
    }

    @AfterEach
    void stop() {
        fleet.close();
        collector.stop(0);
    }

    private List<Span> awaitSpans(int count) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(spans).hasSizeGreaterThanOrEqualTo(count));
        return List.copyOf(spans);
    }

    private static Span only(List<Span> spans, String name) {
        List<Span> found =
                spans.stream().filter(span -> span.getName().equals(name)).toList();
        assertThat(found).as(name).hasSize(1);
        return found.get(0);
    }

    private static String attribute(Span span, String key) {
        for (KeyValue attribute : span.getAttributesList()) {
            if (attribute.getKey().equals(key)) {
                return attribute.getValue().hasIntValue()
                        ? Long.toString(attribute.getValue().getIntValue())
                        : attribute.getValue().getStringValue();
            }
        }
        return "";
    }

    private static String hex(ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    @Test
    void requestItsStepsAndItsLegsAreSpansOfTheClientsTrace() {
        trace(1);
        fleet.complete(prompt(1, 64), "traceparent", "00-" + TRACE + "-" + PARENT + "-00");

        List<Span> all = awaitSpans(8);
        assertThat(all).allSatisfy(span -> assertThat(hex(span.getTraceId())).isEqualTo(TRACE));
        Span request = only(all, "POST /v1/completions");
        assertThat(hex(request.getParentSpanId())).isEqualTo(PARENT);
        assertThat(attribute(request, "http.response.status_code")).isEqualTo("200");
        for (String step : List.of("read", "wait", "prompt", "choose", "answer", "leg prefill", "leg decode")) {
            assertThat(only(all, step).getParentSpanId()).as(step).isEqualTo(request.getSpanId());
        }
        assertThat(attribute(only(all, "leg prefill"), "warmpath.target")).isEqualTo(prefill.url() + "#0");
        assertThat(prefill.requests().all().get(0).header("traceparent"))
                .containsExactly(
                        "00-" + TRACE + "-" + hex(only(all, "leg prefill").getSpanId()) + "-01");
        assertThat(decode.requests().all().get(0).header("traceparent"))
                .containsExactly(
                        "00-" + TRACE + "-" + hex(only(all, "leg decode").getSpanId()) + "-01");
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(fleet.scrape()).contains("warmpath_trace_spans_total{outcome=\"sent\"} 8.0"));
    }

    /** Names of spans are few; what clients write into a path is not. */
    @Test
    void requestIsNamedByItsRouteAndNotByTheIdInIt() {
        trace(1);
        fleet.post("/v1/responses/resp_4711/cancel", "");

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(spans)
                        .extracting(Span::getName)
                        .contains("POST /v1/responses/{id}/cancel")
                        .noneMatch(name -> name.contains("4711")));
    }

    @Test
    void legThatFailedSaysWhyAndARetryChoosesAgain() {
        trace(1);
        prefill.faults().nextRequests(1, Fault.resetBeforeHeaders());
        fleet.complete(prompt(1, 64));

        List<Span> all = awaitSpans(12);
        assertThat(all.stream().filter(span -> span.getName().equals("choose"))).hasSizeGreaterThan(1);
        assertThat(all.stream().filter(span -> span.getName().equals("leg prefill")))
                .extracting(span -> attribute(span, "error.type"))
                .containsExactlyInAnyOrder("reset", "");
    }

    /** A client must not be able to have all of its requests traced. */
    @Test
    void shareDecidesAndNotTheClientsFlag() {
        trace(0);
        fleet.complete(prompt(1, 64), "traceparent", "00-" + TRACE + "-" + PARENT + "-01");

        assertThat(prefill.requests().all().get(0).header("traceparent"))
                .singleElement()
                .satisfies(sent -> assertThat(sent).startsWith("00-" + TRACE).endsWith("-00"));
        assertThat(fleet.scrape()).contains("warmpath_trace_spans_total{outcome=\"made\"} 0.0");
    }

    @Test
    void withoutAnEndpointTheClientsContextPassesAsItIs() {
        String context = "00-" + TRACE + "-" + PARENT + "-01";
        fleet.complete(prompt(1, 64), "traceparent", context);

        assertThat(prefill.requests().all().get(0).header("traceparent")).containsExactly(context);
        assertThat(fleet.scrape()).doesNotContain("warmpath_trace_spans");
    }

    @Test
    void collectorThatIsAwayCostsRequestsNothing() {
        trace(1);
        collector.stop(0);
        assertThat(fleet.complete(prompt(1, 64)).statusCode()).isEqualTo(200);
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(fleet.scrape())
                        .containsPattern("warmpath_trace_spans_total\\{outcome=\"failed\"} [1-9]"));
    }
}
