package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a reader or a waiter throws costs it its connection, and nobody else anything. */
final class FailingReaderTest extends UpstreamFixture {

    FailingReaderTest() {
        super(ONE_CONNECTION);
    }

    private static Consumer<String> failingAt(String event) {
        return told -> {
            if (told.startsWith(event)) {
                throw new IllegalStateException("at " + told);
            }
        };
    }

    private void assertAnotherIsServed() throws Exception {
        Asker next = asker();
        asked(next).say(HELLO);
        assertThat(next.answer()).isEqualTo("head 200 helloend");
    }

    @ParameterizedTest
    @ValueSource(strings = {"head", "piece"})
    void aReaderThatFailsIsToldThatItsAnswerIsBroken(String event) throws Exception {
        Asker failing = asker().then(failingAt(event));
        Talk talk = asked(failing);
        talk.say(HELLO);

        assertThat(failing.answer()).endsWith("broken");
        assertThat(failing.cause()).hasMessageStartingWith("at " + event);
        assertThat(talk.closedByRouter()).isTrue();
        assertAnotherIsServed();
    }

    @Test
    void theConnectionOfAReaderThatFailsAtTheEndIsClosed() throws Exception {
        Asker failing = asker().then(failingAt("end"));
        Talk talk = asked(failing);
        talk.say(HELLO);

        assertThat(failing.answer()).isEqualTo("head 200 helloend");
        assertThat(talk.closedByRouter()).isTrue();
        failing.assertQuiet();
        assertAnotherIsServed();
    }

    @ParameterizedTest
    @ValueSource(strings = {"piece", "end"})
    void theConnectionOfAReaderThatFailsAtWhatWasHeldBackIsClosed(String event) throws Exception {
        Asker failing = asker();
        failing.then(told -> {
            if (told.startsWith("head")) {
                failing.pauseHere();
            } else {
                failingAt(event).accept(told);
            }
        });
        Talk talk = asked(failing);
        talk.say(HELLO);
        failing.assertNext("head 200");
        failing.assertQuiet();

        assertThatThrownBy(failing::resume).hasRootCauseMessage(event.equals("end") ? "at end" : "at piece hello");

        assertThat(talk.closedByRouter()).isTrue();
        assertAnotherIsServed();
    }

    @Test
    void aReaderThatFailsAtTheBreakCostsNothingMore() throws Exception {
        Asker failing = asker().then(failingAt("broken"));
        asked(failing).close();

        assertThat(failing.answer()).isEqualTo("broken");
        assertAnotherIsServed();
    }

    @Test
    void aWaiterThatFailsDoesNotKeepItsConnectionFromOthers() throws Exception {
        Asker failing = asker().then(failingAt("connected"));
        upstream.on(() -> {
            failing.takeHere();
            return null;
        });
        Talk talk = worker.accept();
        failing.assertNext("connected");

        assertThat(talk.closedByRouter()).isTrue();
        assertAnotherIsServed();
    }
}
