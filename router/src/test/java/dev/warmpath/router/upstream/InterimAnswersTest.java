package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a worker says before it answers is of no interest. */
final class InterimAnswersTest extends UpstreamFixture {

    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
    private static final String PROCESSING = "HTTP/1.1 102 Processing\r\n\r\n";
    private static final String HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";

    @ParameterizedTest
    @ValueSource(strings = {CONTINUE, PROCESSING, HINTS, CONTINUE + PROCESSING + HINTS + CONTINUE})
    void theyArePassedOverWhateverTheyAreSplitInto(String interim) throws Exception {
        Asker first = asker().get();
        Talk talk = worker.accept();
        talk.request();
        talk.sayBytewise(interim + HELLO);
        assertThat(first.answer()).isEqualTo("head 200 helloend");
        upstream.settle();

        Asker second = asker().get();
        talk.request();
        talk.say(interim + HELLO);
        assertThat(second.answer()).isEqualTo("head 200 helloend");
    }

    @Test
    void anAnswerThatNeverComesAfterOneIsBroken() throws Exception {
        Asker asker = asker().get();
        Talk talk = worker.accept();
        talk.request();
        talk.say(CONTINUE);
        talk.close();

        assertThat(asker.answer()).isEqualTo("broken");
    }

    @Test
    void anotherProtocolIsToldAndItsConnectionNotUsedAgain() throws Exception {
        Asker asker = asker().get();
        Talk talk = worker.accept();
        talk.request();
        talk.say("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: tea\r\n\r\n");

        asker.assertNext("head 101");
        assertThat(talk.closedByRouter()).isTrue();
        asker().get();
        assertThat(worker.accept().request()).startsWith("GET");
    }
}
