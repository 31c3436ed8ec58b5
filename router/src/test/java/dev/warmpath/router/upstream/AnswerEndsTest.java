package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static dev.warmpath.router.upstream.Upstream.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a whole answer, and what is none. */
final class AnswerEndsTest extends UpstreamFixture {

    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.0 200 OK\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"
            })
    void aBodyWithoutALengthEndsWithTheConnection(String answer) throws Exception {
        Asker asker = asker();
        Talk talk = asked(asker);
        talk.say(answer);
        talk.close();

        assertThat(asker.answer()).isEqualTo("head 200 helloend");
        asked(asker());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                OK + "Content-Length: 6\r\n\r\nhello",
                CHUNKED + "5\r\nhello",
                CHUNKED + "5\r\nhello\r\n",
                CHUNKED + "5\r\nhello\r\n0\r\n",
                CHUNKED + "a\r\nhello"
            })
    void aBodyThatIsCutShortIsBroken(String answer) throws Exception {
        Asker asker = asker();
        Talk talk = asked(asker);
        talk.say(answer);
        talk.close();

        assertThat(asker.answer()).isEqualTo("head 200 hellobroken");
        asker.assertQuiet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 20"})
    void aHeadThatIsCutShortIsBroken(String answer) throws Exception {
        Asker asker = asker();
        Talk talk = asked(asker);
        talk.say(answer);
        talk.close();

        assertThat(asker.answer()).isEqualTo("broken");
        asker.assertQuiet();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "\u0016\u0003\u0001\u0002\r\n\r\n",
                OK + "Content-Length: x\r\n\r\n",
                OK + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello"
            })
    void whatIsNoHttpIsBrokenAndClosed(String answer) throws Exception {
        Asker asker = asker();
        Talk talk = asked(asker);
        talk.say(answer);

        assertThat(asker.answer()).isEqualTo("broken");
        assertThat(talk.closedByRouter()).isTrue();
        asker.assertQuiet();
    }

    @Test
    void aChunkOfNoSizeIsBrokenAndClosed() throws Exception {
        Asker asker = asker();
        Talk talk = asked(asker);
        talk.say(CHUNKED + "5\r\nhello\r\nxyz\r\nmore\r\n" + HELLO);

        assertThat(asker.answer()).isEqualTo("head 200 hellobroken");
        assertThat(talk.closedByRouter()).isTrue();
        asker.assertQuiet();
    }

    @Test
    void headersOfMoreThanTheLimitAreBrokenAndClosed() throws Exception {
        Asker asker = asker();
        Talk talk = asked(asker);
        talk.say(OK + "X-Large: " + "x".repeat(65 << 10) + "\r\nContent-Length: 0\r\n\r\n");

        assertThat(asker.answer()).isEqualTo("broken");
        assertThat(talk.closedByRouter()).isTrue();
    }

    @Test
    void headersOfAlmostTheLimitAreRead() throws Exception {
        Asker asker = asker();
        Talk talk = asked(asker);
        talk.say(OK + "X-Large: " + "x".repeat(63 << 10) + "\r\nContent-Length: 0\r\n\r\n");

        assertThat(asker.answer()).isEqualTo("head 200 end");
    }

    @ParameterizedTest
    @ValueSource(strings = {"204 No Content", "304 Not Modified"})
    void anAnswerThatMayHaveNoBodyHasNone(String status) throws Exception {
        Asker asker = asker();
        Talk talk = asked(asker);
        talk.say("HTTP/1.1 " + status + "\r\n\r\n");

        assertThat(asker.answer()).isEqualTo("head " + status.substring(0, 3) + " end");
        upstream.settle();
        asker().get();
        assertThat(talk.request()).startsWith("GET");
    }
}
