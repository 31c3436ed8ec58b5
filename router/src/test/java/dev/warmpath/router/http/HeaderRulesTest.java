package dev.warmpath.router.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenarios 75 and 76, as far as they are about which headers cross the router. */
class HeaderRulesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Host",
                "Content-Length",
                "Expect",
                "Connection",
                "Keep-Alive",
                "TE",
                "Trailer",
                "Transfer-Encoding",
                "Upgrade",
                "Proxy-Authorization",
                "Proxy-Connection"
            })
    void hopByHopAndRecomputedHeadersDoNotReachWorkers(String name) {
        assertThat(HeaderRules.toWorker(headers(name, "x"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization", "X-Api-Key", "Api-Key", "Cookie"})
    void clientCredentialsStopHere(String name) {
        assertThat(HeaderRules.toWorker(headers(name, "secret"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Data-Parallel-Rank",
                "x-data-parallel-rank",
                "X-Data-Parallel-Host-Port",
                "X-Prefiller-Host-Port",
                "X-Encoder-Hosts-Ports",
                "X-Gateway-Destination-Endpoint",
                "X-Worker-Url",
                "X-Override-Bootstrap-Host",
                "X-Smg-Routing-Key",
                "x-smg-anything-newer",
                "X-Warmpath-Prefill",
                "X-Request-Id"
            })
    void headersThatSteerEnginesDoNotCross(String name) {
        assertThat(HeaderRules.toWorker(headers(name, "1"))).isEmpty();
    }

    @Test
    void headersNamedByConnectionAreDroppedBothWays() {
        MultiMap given = headers("Connection", "close, X-Foo").add("X-Foo", "1").add("X-Bar", "2");
        assertThat(HeaderRules.toWorker(given).names()).containsExactly("x-bar");
        assertThat(toClient(given).names()).containsExactly("x-bar");
    }

    @Test
    void tracingAndVendorHeadersPass() {
        MultiMap given = headers("traceparent", "00-a-b-01")
                .add("X-Session-Id", "s")
                .add("Accept", "text/event-stream")
                .add("X-Tag", "1")
                .add("X-Tag", "2");
        MultiMap kept = HeaderRules.toWorker(given);
        assertThat(kept.names()).containsExactlyInAnyOrder("traceparent", "x-session-id", "accept", "x-tag");
        assertThat(kept.getAll("x-tag")).containsExactly("1", "2");
    }

    @Test
    void answersKeepWhatDescribesTheirBody() {
        MultiMap given = headers("Content-Type", "text/event-stream")
                .add("Content-Encoding", "gzip")
                .add("Content-Length", "3")
                .add("Retry-After", "7")
                .add("Set-Cookie", "a=b")
                .add("X-Warmpath-Prefill", "http://elsewhere:1#0")
                .add("Transfer-Encoding", "chunked");
        assertThat(toClient(given).names())
                .containsExactlyInAnyOrder("content-type", "content-encoding", "content-length", "retry-after");
    }

    private static MultiMap toClient(MultiMap worker) {
        MultiMap client = MultiMap.caseInsensitiveMultiMap();
        HeaderRules.toClient(worker, client);
        return client;
    }

    private static MultiMap headers(String name, String value) {
        return MultiMap.caseInsensitiveMultiMap().add(name, value);
    }
}
