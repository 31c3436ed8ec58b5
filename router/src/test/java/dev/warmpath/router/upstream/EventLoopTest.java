package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.HELLO;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import io.netty.handler.codec.http.HttpMethod;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.internal.ContextInternal;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Connections, those who wait for them and those who read from them live on one event loop. */
final class EventLoopTest extends UpstreamFixture {

    EventLoopTest() {
        super(ONE_CONNECTION);
    }

    @Test
    void aConnectionIsTakenOnTheEventLoopOfItsPoolAlone() {
        assertThatThrownBy(() -> upstream.connections().take(worker.worker(), asker()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(Thread.currentThread().getName());
    }

    @Test
    void allIsToldInTheContextOfThePool() throws Exception {
        Collection<Context> contexts = new ConcurrentLinkedQueue<>();
        Asker first = asker().then(told -> contexts.add(Vertx.currentContext()));
        first.get();
        Talk talk = worker.accept();
        talk.request();
        Asker second = asker().then(told -> contexts.add(Vertx.currentContext()));
        second.take();
        talk.say(HELLO);
        assertThat(first.answer()).endsWith("end");
        second.send(HttpMethod.GET, Buffer.buffer());
        talk.request();
        talk.close();
        second.assertNext("broken");

        assertThat(contexts).hasSizeGreaterThanOrEqualTo(6).containsOnly(upstream.loop());
    }

    @Test
    void whoWaitsIsToldInTheContextOfThePoolWhateverContextAskedForTheConnection() throws Exception {
        Context ofARequest = ((ContextInternal) upstream.loop()).duplicate();
        CompletableFuture<Context> told = new CompletableFuture<>();
        Asker asker = asker().then(connected -> told.complete(Vertx.currentContext()));
        upstream.on(ofARequest, () -> {
            asker.takeHere();
            return null;
        });

        assertThat(told.get(5, TimeUnit.SECONDS)).isSameAs(upstream.loop());
    }

    @Test
    void aTimerThatIsSetInACallbackRunsOnTheSameThread() throws Exception {
        Thread loop = upstream.on(Thread::currentThread);
        CompletableFuture<Thread> fired = new CompletableFuture<>();
        Asker asker = asker();
        asker.then(told -> {
            if (told.startsWith("head")) {
                upstream.vertx().setTimer(1, now -> fired.complete(Thread.currentThread()));
            }
        });
        asker.get();
        Talk talk = worker.accept();
        talk.request();
        talk.say(HELLO);

        assertThat(fired.get(5, TimeUnit.SECONDS)).isSameAs(loop);
    }

    @Test
    void closingClosesIdleAndBusyConnectionsAndRefusesWhoWaits() throws Exception {
        ScriptedWorker other = new ScriptedWorker();
        Asker unused = upstream.asker(other.worker()).take();
        Talk idle = other.accept();
        unused.giveBack();
        Asker busy = asker().get();
        Talk talk = worker.accept();
        talk.request();
        Asker first = asker().take();
        Asker second = asker().take();

        upstream.connections().close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);

        assertThat(idle.closedByRouter()).isTrue();
        assertThat(talk.closedByRouter()).isTrue();
        busy.assertNext("broken");
        assertThat(first.next()).startsWith("refused");
        assertThat(second.next()).startsWith("refused");
        assertThat(asker().take().next()).startsWith("refused").doesNotContain("PoolFull");
        other.close();
    }

    @Test
    void closingRefusesHoweverManyWait() throws Exception {
        Upstream crowded = new Upstream(USUAL.withConnections(1, 5_000));
        new Asker(crowded, worker.worker()).get();
        worker.accept().request();
        AtomicInteger refused = new AtomicInteger();
        crowded.on(() -> {
            for (int i = 0; i < 5_000; i++) {
                new Asker(crowded, worker.worker())
                        .then(told -> refused.incrementAndGet())
                        .takeHere();
            }
            return null;
        });

        crowded.connections().close().toCompletionStage().toCompletableFuture().get(5, TimeUnit.SECONDS);
        crowded.on(() -> null);

        assertThat(refused).hasValue(5_000);
        crowded.close();
    }
}
