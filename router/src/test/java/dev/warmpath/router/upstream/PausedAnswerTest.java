package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static dev.warmpath.router.upstream.Upstream.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A reader is told nothing while it has paused, and all of it afterwards. */
final class PausedAnswerTest extends UpstreamFixture {

    private static final String CHUNKED = OK + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String LENGTH_11 = OK + "Content-Length: 11\r\n\r\n";

    PausedAnswerTest() {
        super(ONE_CONNECTION);
    }

    /** Pauses at every event that begins like this. */
    private Asker pausingAt(String event) {
        Asker asker = asker();
        return asker.then(told -> {
            if (told.startsWith(event)) {
                asker.pauseHere();
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"head", "piece"})
    void neitherPiecesNorTheEndAreToldUntilItResumes(String event) throws Exception {
        Asker asker = pausingAt(event);
        Talk talk = asked(asker);
        talk.say(LENGTH_11 + "hello");
        asker.assertNext("head 200");
        if (event.equals("piece")) {
            asker.assertNext("piece hello");
        }
        talk.say(" world");
        asker.assertQuiet();
        asker.resume();
        if (event.equals("head")) {
            assertThat(asker.answer()).isEqualTo("hello worldend");
        } else {
            asker.assertNext("piece  world");
            asker.assertQuiet();
            asker.resume();
            asker.assertNext("end");
        }
    }

    @Test
    void aPauseInTheLastPieceHoldsBackTheEnd() throws Exception {
        Asker asker = pausingAt("piece");
        asked(asker).say(HELLO);
        asker.assertNext("head 200", "piece hello");
        asker.assertQuiet();
        asker.resume();
        asker.assertNext("end");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {LENGTH_11 + "hello world", CHUNKED + "1\r\nh\r\n2\r\nel\r\n3\r\nlo \r\n5\r\nworld\r\n0\r\n\r\n"})
    void nothingIsLostAndTheOrderIsKeptIfItPausesAtEachPiece(String answer) throws Exception {
        Asker asker = pausingAt("piece");
        Talk talk = asked(asker);
        talk.sayBytewise(answer);
        asker.assertNext("head 200");
        StringBuilder body = new StringBuilder();
        for (String event = asker.next(); !"end".equals(event); event = asker.next()) {
            assertThat(event).startsWith("piece ");
            body.append(event.substring("piece ".length()));
            asker.assertQuiet();
            asker.resume();
        }

        assertThat(body).hasToString("hello world");
        upstream.settle();
        asker().get();
        assertThat(talk.request()).startsWith("GET");
    }

    @Test
    void piecesThatCameInOneGoAreToldOneByOneIfItPausesAtEach() throws Exception {
        Asker asker = pausingAt("piece");
        asked(asker).say(CHUNKED + "1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n");
        asker.assertNext("head 200");
        for (String piece : List.of("a", "b", "c")) {
            asker.assertNext("piece " + piece);
            asker.assertQuiet();
            asker.resume();
        }
        asker.assertNext("end");
    }

    @Test
    void whoPausesAndResumesInOneGoMissesNothing() throws Exception {
        Asker asker = asker();
        asker.then(told -> {
            if (!told.equals("connected") && !told.equals("end")) {
                asker.pauseHere();
                asker.resumeHere();
            }
        });
        asked(asker).say(CHUNKED + "1\r\na\r\n1\r\nb\r\n1\r\nc\r\n0\r\n\r\n");

        assertThat(asker.answer()).isEqualTo("head 200 abcend");
    }

    @Test
    void whoResumesWhileItIsToldWhatWasHeldBackIsToldInOrder() throws Exception {
        Asker asker = asker();
        List<String> nested = new ArrayList<>();
        Consumer<String> pauseThenResume = told -> {
            if (told.startsWith("head")) {
                asker.pauseHere();
            } else if (told.startsWith("piece")) {
                nested.add("in " + told);
                asker.pauseHere();
                asker.resumeHere();
                nested.add("out " + told);
            }
        };
        asker.then(pauseThenResume);
        asked(asker).say(CHUNKED + "1\r\na\r\n1\r\nb\r\n0\r\n\r\n");
        asker.assertNext("head 200");
        asker.assertQuiet();
        asker.resume();

        assertThat(asker.answer()).isEqualTo("abend");
        assertThat(nested).containsExactly("in piece a", "out piece a", "in piece b", "out piece b");
    }

    @Test
    void ofAConnectionThatBreaksThePiecesAreToldFirst() throws Exception {
        Asker asker = pausingAt("head");
        Talk talk = asked(asker);
        talk.say(LENGTH_11 + "hello");
        asker.assertNext("head 200");
        talk.say(" wor");
        talk.close();
        asker.assertQuiet();
        asker.resume();

        assertThat(asker.answer()).isEqualTo("hello worbroken");
        asker.assertQuiet();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "b"})
    void whoPausesAgainIsToldOfTheBreakLater(String piece) throws Exception {
        Asker asker = asker();
        asker.then(told -> {
            if (told.startsWith("head") || told.equals("piece " + piece)) {
                asker.pauseHere();
            }
        });
        Talk talk = asked(asker);
        talk.say(CHUNKED + "1\r\na\r\n1\r\nb\r\n");
        talk.close();
        asker.assertNext("head 200");
        asker.assertQuiet();
        asker.resume();
        for (String next = asker.next(); !next.equals("piece " + piece); next = asker.next()) {
            assertThat(next).isEqualTo("piece a");
        }
        asker.assertQuiet();
        asker.resume();

        assertThat(asker.answer()).isEqualTo("a".equals(piece) ? "bbroken" : "broken");
    }

    @Test
    void aWholeAnswerOfAConnectionThatIsClosedBehindItIsWhole() throws Exception {
        Asker asker = pausingAt("head");
        Talk talk = asked(asker);
        talk.say(HELLO);
        talk.close();
        asker.assertNext("head 200");
        asker.assertQuiet();
        asker.resume();

        assertThat(asker.answer()).isEqualTo("helloend");
        asked(asker());
    }

    @Test
    void whoClosesWhileItIsToldWhatWasHeldBackIsToldNothingMore() throws Exception {
        Asker asker = asker();
        asker.then(told -> {
            if (told.startsWith("head")) {
                asker.pauseHere();
            } else if (told.equals("piece a")) {
                asker.here().close();
            }
        });
        Talk talk = asked(asker);
        talk.say(CHUNKED + "1\r\na\r\n1\r\nb\r\n0\r\n\r\n");
        asker.assertNext("head 200");
        asker.assertQuiet();
        asker.resume();

        asker.assertNext("piece a");
        asker.assertQuiet();
        assertThat(talk.closedByRouter()).isTrue();
        asked(asker());
    }

    @Test
    void aPauseAfterTheEndDoesNotHoldUpTheNextAnswer() throws Exception {
        Asker first = pausingAt("end");
        Talk talk = asked(first);
        talk.say(HELLO);
        assertThat(first.answer()).isEqualTo("head 200 helloend");
        upstream.settle();

        Asker second = asker().get();
        talk.request();
        talk.say(HELLO);
        assertThat(second.answer()).isEqualTo("head 200 helloend");
    }
}
