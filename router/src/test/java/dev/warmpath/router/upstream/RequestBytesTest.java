package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.fleet.worker.WorkerWay;
import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import io.netty.handler.codec.http.HttpMethod;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a worker reads of a request. */
final class RequestBytesTest extends UpstreamFixture {

    private static final String TARGET = "/v1/things?x=1 HTTP/1.1\r\n";

    private String host() {
        return "host: 127.0.0.1:" + worker.port() + "\r\n";
    }

    @Test
    void aGetWithoutABodySaysNoLength() throws Exception {
        asker().get();

        assertThat(worker.accept().request()).isEqualTo("GET " + TARGET + host() + "\r\n");
    }

    @Test
    void aPostWithAnEmptyBodySaysSo() throws Exception {
        asker().take().send(HttpMethod.POST, Buffer.buffer());

        assertThat(worker.accept().request()).isEqualTo("POST " + TARGET + host() + "content-length: 0\r\n\r\n");
    }

    @Test
    void aBodyIsSentWithItsLengthAndMayBeSentTwice() throws Exception {
        Buffer body = Buffer.buffer("hello");
        Asker first = asker().take().send(HttpMethod.POST, body);
        Talk talk = worker.accept();
        String request = talk.request();
        assertThat(request).isEqualTo("POST " + TARGET + host() + "content-length: 5\r\n\r\nhello");
        talk.say(HELLO);
        assertThat(first.answer()).endsWith("end");
        upstream.settle();

        asker().take().send(HttpMethod.POST, body);
        assertThat(talk.request()).isEqualTo(request);
    }

    @Test
    void bodiesOfMoreThanASocketTakesArriveWhole() throws Exception {
        String large = "0123456789".repeat(300_000);
        Asker asker = asker().take().send(HttpMethod.POST, Buffer.buffer(large));
        Talk talk = worker.accept();
        assertThat(talk.request().endsWith("\r\n\r\n" + large)).isTrue();
        talk.say("HTTP/1.1 200 OK\r\nContent-Length: " + large.length() + "\r\n\r\n" + large);

        assertThat(asker.answer().equals("head 200 " + large + "end")).isTrue();
        upstream.settle();
        asker().get();
        assertThat(talk.request()).startsWith("GET");
    }

    @ParameterizedTest
    @CsvSource({
        "http://engine:80, engine",
        "http://engine:443, engine:443",
        "http://engine:8000, engine:8000",
        "http://[::1]:80, [::1]",
        "http://[2001:db8::7]:8000, [2001:db8::7]:8000",
        "http://10.0.0.1:8000, 10.0.0.1:8000"
    })
    void theHostIsThatOfTheUrl(String url, String host) {
        assertThat(WorkerWay.to(ScriptedWorker.at(url)).authority()).isEqualTo(host);
    }

    @ParameterizedTest
    @CsvSource({"443, engine", "80, engine:80", "8443, engine:8443"})
    void theUsualPortOfHttpsIsAnother(int port, String host) {
        WorkerWay way = new WorkerWay("engine", port, null, new ClientSSLOptions());

        assertThat(way.authority()).isEqualTo(host);
    }
}
