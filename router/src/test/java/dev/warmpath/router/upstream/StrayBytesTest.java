package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static dev.warmpath.router.upstream.Upstream.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import io.netty.handler.codec.http.HttpMethod;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request is told its own answer and nobody else's. */
final class StrayBytesTest extends UpstreamFixture {

    private static final String STRAY = OK + "Content-Length: 5\r\n\r\nstray";

    StrayBytesTest() {
        super(ONE_CONNECTION);
    }

    private void assertNextIsServedOverAnother(Asker next) throws Exception {
        Talk talk = worker.accept();
        talk.request();
        talk.say(HELLO);
        assertThat(next.answer()).isEqualTo("head 200 helloend");
    }

    @Test
    void anAnswerBehindTheAnswerClosesTheConnection() throws Exception {
        Asker first = asker().get();
        Talk talk = worker.accept();
        talk.request();
        Asker next = asker().take();
        talk.say(HELLO + STRAY);

        assertThat(first.answer()).isEqualTo("head 200 helloend");
        assertThat(talk.closedByRouter()).isTrue();
        next.send(HttpMethod.GET, Buffer.buffer());
        assertNextIsServedOverAnother(next);
        first.assertQuiet();
    }

    /** A decoder tells nothing of it before its line, or its head, is whole. */
    @ParameterizedTest
    @ValueSource(strings = {"X", "HTTP/1.1 200 O", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n"})
    void aPartOfAnAnswerBehindTheAnswerClosesTheConnection(String part) throws Exception {
        Asker first = asker().get();
        Talk talk = worker.accept();
        talk.request();
        talk.say(HELLO + part);

        assertThat(first.answer()).isEqualTo("head 200 helloend");
        assertThat(talk.closedByRouter()).isTrue();
        assertNextIsServedOverAnother(asker().get());
        first.assertQuiet();
    }

    @Test
    void aPartOfAnAnswerThatNobodyAskedForIsNotWhatTheNextRequestIsTold() throws Exception {
        Asker first = asker().get();
        Talk talk = worker.accept();
        talk.request();
        talk.say(HELLO);
        assertThat(first.answer()).isEqualTo("head 200 helloend");
        talk.say("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n");
        upstream.settle();

        Asker next = asker().get();
        assertThat(talk.closedByRouter()).isTrue();
        assertNextIsServedOverAnother(next);
    }

    @Test
    void anAnswerBehindTheAnswerClosesTheConnectionOfAReaderThatHadPaused() throws Exception {
        Asker first = asker();
        first.then(event -> {
            if (event.startsWith("head")) {
                first.pauseHere();
            }
        });
        first.get();
        Talk talk = worker.accept();
        talk.request();
        Asker next = asker().take();
        talk.say(HELLO + STRAY);
        first.assertNext("head 200");
        first.assertQuiet();
        first.resume();

        assertThat(first.answer()).isEqualTo("helloend");
        assertThat(talk.closedByRouter()).isTrue();
        next.send(HttpMethod.GET, Buffer.buffer());
        assertNextIsServedOverAnother(next);
    }

    @Test
    void aReaderThatResumesWhileItIsToldTheEndChangesNothingOfThat() throws Exception {
        Asker first = asker();
        first.then(event -> {
            if (event.equals("end")) {
                first.resumeHere();
            }
        });
        first.get();
        Talk talk = worker.accept();
        talk.request();
        Asker next = asker();
        next.then(event -> {
            if (event.equals("connected")) {
                next.here().send(HttpMethod.GET, "/", HttpHeaders.headers(), Buffer.buffer(), next);
            }
        });
        next.take();
        talk.say(HELLO + STRAY);

        assertThat(first.answer()).isEqualTo("head 200 helloend");
        assertThat(talk.closedByRouter()).isTrue();
        next.assertNext("connected");
        assertNextIsServedOverAnother(next);
    }

    @Test
    void anAnswerThatNobodyAskedForClosesAnIdleConnection() throws Exception {
        Asker first = asker().get();
        Talk talk = worker.accept();
        talk.request();
        talk.say(HELLO);
        assertThat(first.answer()).isEqualTo("head 200 helloend");
        upstream.settle();
        talk.say(STRAY);

        assertThat(talk.closedByRouter()).isTrue();
        assertNextIsServedOverAnother(asker().get());
        first.assertQuiet();
    }

    @Test
    void anAnswerThatIsWholeBeforeItsRequestIsToldAndClosesTheConnection() throws Exception {
        Asker large = asker().take();
        Talk talk = worker.accept();
        large.send(HttpMethod.POST, Buffer.buffer(new byte[64 << 20]));
        talk.say("HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\n\r\nno");

        assertThat(large.answer()).isEqualTo("head 413 noend");
        assertNextIsServedOverAnother(asker().get());
        assertThat(talk.closedByRouter()).isTrue();
    }
}
