package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static dev.warmpath.router.upstream.Upstream.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which connections serve another request, and for how long they are kept for one. */
final class ConnectionReuseTest extends UpstreamFixture {

    private void keepAlive(Duration keepAlive) throws Exception {
        settings(USUAL.withKeepAlive(keepAlive));
    }

    /** One request and its answer over a new connection. */
    private Talk served(String answer) throws Exception {
        Asker asker = asker().get();
        Talk talk = worker.accept();
        talk.request();
        talk.say(answer);
        assertThat(asker.answer()).startsWith("head 200");
        upstream.settle();
        return talk;
    }

    @Test
    void aConnectionIsUsedAgain() throws Exception {
        Talk talk = served(HELLO);

        Asker second = asker().get();
        assertThat(talk.request()).startsWith("GET /v1/things?x=1 HTTP/1.1\r\n");
        talk.say(HELLO);
        assertThat(second.answer()).isEqualTo("head 200 helloend");
    }

    @Test
    void theOneThatWasUsedLastIsUsedFirst() throws Exception {
        Asker first = asker().get();
        Talk one = worker.accept();
        Asker second = asker().get();
        Talk two = worker.accept();
        two.request();
        two.say(HELLO);
        assertThat(second.answer()).endsWith("end");
        upstream.settle();
        one.request();
        one.say(HELLO);
        assertThat(first.answer()).endsWith("end");
        upstream.settle();

        asker().get();
        assertThat(one.request()).startsWith("GET");
        asker().get();
        assertThat(two.request()).startsWith("GET");
    }

    @Test
    void aConnectionThatWasNotNeededIsKept() throws Exception {
        Asker unsure = asker().take();
        Talk talk = worker.accept();
        unsure.giveBack();

        asker().get();
        assertThat(talk.request()).startsWith("GET");
    }

    @Test
    void aConnectionThatIsIdleForTooLongIsClosed() throws Exception {
        keepAlive(Duration.ofMillis(50));

        assertThat(served(HELLO).closedByRouter()).isTrue();
    }

    @Test
    void aConnectionThatIsIdleForTooLongIsNotUsedEvenIfNobodyHasClosedItYet() throws Exception {
        keepAlive(Duration.ofMillis(200));
        Asker unsure = asker().take();
        Talk talk = worker.accept();
        unsure.connection();

        WorkerConnection next = upstream.on(() -> {
            unsure.here().giveBack();
            long until = System.nanoTime() + Duration.ofMillis(200).toNanos();
            while (System.nanoTime() - until < 0) {
                // The timer that closes it cannot run now.
                Thread.onSpinWait();
            }
            return upstream.connections().take(worker.worker(), asker());
        });

        assertThat(next).isNull();
        assertThat(talk.closedByRouter()).isTrue();
    }

    /** The worker's clock has run on meanwhile. */
    @Test
    void aConnectionThatIsGivenBackUnusedIsAsOldAsBefore() throws Exception {
        keepAlive(Duration.ofMillis(200));
        Asker unsure = asker().take();
        Talk talk = worker.accept();
        unsure.connection();

        WorkerConnection next = upstream.on(() -> {
            long until = System.nanoTime() + Duration.ofMillis(200).toNanos();
            while (System.nanoTime() - until < 0) {
                Thread.onSpinWait();
            }
            unsure.here().giveBack();
            return upstream.connections().take(worker.worker(), asker());
        });

        assertThat(next).isNull();
        assertThat(talk.closedByRouter()).isTrue();
    }

    @Test
    void aConnectionThatItsWorkerClosesBeforeAnythingWasSentSaysSo() throws Exception {
        Asker waiting = asker().take();
        Talk talk = worker.accept();
        waiting.connection();
        assertThat(upstream.on(() -> waiting.here().open())).isTrue();
        talk.close();
        upstream.settle();

        assertThat(upstream.on(() -> waiting.here().open())).isFalse();
    }

    @Test
    void aWorkerThatKeepsItShorterIsBelieved() throws Exception {
        Talk talk = served(OK + "Keep-Alive: timeout=0\r\nContent-Length: 0\r\n\r\n");

        asker().get();
        assertThat(worker.accept().request()).startsWith("GET");
        assertThat(talk.closedByRouter()).isTrue();
    }

    @Test
    void aWorkerThatWouldKeepItLongerChangesNothing() throws Exception {
        keepAlive(Duration.ofMillis(50));

        Talk talk = served(OK + "Keep-Alive: timeout=1000000\r\nContent-Length: 0\r\n\r\n");
        assertThat(talk.closedByRouter()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nConnection: Close\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello"
            })
    void aConnectionThatTheWorkerWillCloseIsNotUsedAgain(String answer) throws Exception {
        assertThat(served(answer).closedByRouter()).isTrue();

        asker().get();
        assertThat(worker.accept().request()).startsWith("GET");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Trailer: 1\r\n\r\n",
                "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello"
            })
    void aConnectionThatTheWorkerKeepsIsUsedAgain(String answer) throws Exception {
        Talk talk = served(answer);

        asker().get();
        assertThat(talk.request()).startsWith("GET");
    }

    @Test
    void anIdleConnectionThatTheWorkerClosesIsNotUsed() throws Exception {
        Talk talk = served(HELLO);
        talk.close();
        upstream.settle();

        asker().get();
        assertThat(worker.accept().request()).startsWith("GET");
    }
}
