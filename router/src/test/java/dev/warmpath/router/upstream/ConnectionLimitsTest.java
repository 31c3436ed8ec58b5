package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How many connections there are, and who waits for one. */
final class ConnectionLimitsTest extends UpstreamFixture {

    private void limits(int connections, int waiting) throws Exception {
        settings(USUAL.withConnections(connections, waiting));
    }

    private List<Asker> take(int count) throws Exception {
        List<Asker> askers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            askers.add(asker().take());
        }
        return askers;
    }

    @Test
    void withOneConnectionAndOnePlaceToWaitTheThirdIsRefusedAtOnce() throws Exception {
        limits(1, 1);
        asker().get();
        worker.accept().request();
        Asker second = asker().take();
        Asker third = asker();

        String atOnce = upstream.on(() -> {
            third.takeHere();
            return third.next();
        });

        assertThat(atOnce).isEqualTo("refused PoolFull");
        assertThat(third.cause())
                .hasMessage("1 legs wait for a connection already (upstream.max_connections_per_worker and"
                        + " upstream.max_waiting_per_worker, for each event loop)");
        second.assertQuiet();
    }

    @Test
    void whoseConnectionIsOnItsWayTakesNoPlaceOfThoseWhoWait() throws Exception {
        limits(1, 1);
        Asker first = asker();
        Asker second = asker();
        Asker third = asker();

        upstream.on(() -> {
            first.takeHere();
            second.takeHere();
            third.takeHere();
            return null;
        });

        third.assertNext("refused PoolFull");
        first.assertNext("connected");
        first.giveBack();
        second.assertNext("connected");
    }

    @Test
    void withNoPlaceToWaitThereAreStillConnections() throws Exception {
        limits(1, 0);
        asker().take().assertNext("connected");

        asker().take().assertNext("refused PoolFull");
    }

    @Test
    void thoseWhoWaitAreServedInOrder() throws Exception {
        limits(1, 2);
        Asker first = asker().get();
        Talk talk = worker.accept();
        talk.request();
        List<Asker> waiting = take(2);
        talk.say(HELLO);
        assertThat(first.answer()).isEqualTo("head 200 helloend");

        waiting.get(0).assertNext("connected");
        waiting.get(1).assertQuiet();
        waiting.get(0).giveBack();
        waiting.get(1).assertNext("connected");
    }

    @Test
    void aWaiterThatIsForgottenIsPassedOverAndItsPlaceIsFree() throws Exception {
        limits(1, 1);
        Asker first = asker().take();
        first.connection();
        Asker second = asker().take();
        second.forget();
        Asker third = asker().take();
        first.giveBack();

        third.assertNext("connected");
        second.assertQuiet();
    }

    @Test
    void aConnectionThatNobodyWaitsForAnyMoreIsKept() throws Exception {
        limits(1, 1);
        Asker gone = asker();
        upstream.on(() -> {
            gone.takeHere();
            upstream.connections().forget(worker.worker(), gone);
            return null;
        });
        Talk talk = worker.accept();
        upstream.settle();

        asker().get();
        assertThat(talk.request()).startsWith("GET");
    }

    @Test
    void allWhoWaitForAWorkerThatRefusesAreRefusedInTheEnd() throws Exception {
        limits(1, 5);
        worker.refuse();
        List<Asker> askers = take(5);

        for (Asker asker : askers) {
            assertThat(asker.next()).startsWith("refused ").doesNotContain("PoolFull");
        }
        // None of them left a count behind.
        assertThat(asker().take().next()).startsWith("refused ").doesNotContain("PoolFull");
    }

    @Test
    void whoIsRefusedMayAskAgainAtOnce() throws Exception {
        limits(1, 1);
        worker.refuse();
        Asker again = asker();
        Asker first = asker().then(refused -> again.takeHere());
        first.take();

        assertThat(first.next()).startsWith("refused ");
        assertThat(again.next()).startsWith("refused ").doesNotContain("PoolFull");
    }

    @Test
    void aBusyConnectionThatTheWorkerClosesMakesRoom() throws Exception {
        limits(1, 1);
        Asker first = asker().get();
        Talk talk = worker.accept();
        talk.request();
        Asker second = asker().take();
        talk.close();

        first.assertNext("broken");
        second.assertNext("connected");
        assertThat(first.cause()).isInstanceOf(ConnectionClosed.class);
    }

    @Test
    void aBusyConnectionThatItsReaderClosesMakesRoomOnce() throws Exception {
        limits(1, 2);
        Asker first = asker().get();
        Talk talk = worker.accept();
        talk.request();
        List<Asker> waiting = take(2);
        first.close();
        first.close();

        waiting.get(0).assertNext("connected");
        assertThat(talk.closedByRouter()).isTrue();
        worker.accept();
        waiting.get(1).assertQuiet();
        first.assertQuiet();
    }

    @Test
    void whoWaitsGetsTheConnectionThatIsFreeFirst() throws Exception {
        limits(2, 2);
        Asker first = asker().take();
        worker.accept();
        first.connection();
        Asker second = asker();
        WorkerConnection given = upstream.on(() -> {
            second.takeHere();
            first.here().giveBack();
            return second.here();
        });

        assertThat(given).isSameAs(first.connection());
        // The one that was on its way for it is there for the next.
        worker.accept();
        upstream.settle();
        assertThat(upstream.on(() -> upstream.connections().take(worker.worker(), asker())))
                .isNotNull();
    }
}
