package dev.warmpath.router.upstream;

import static dev.warmpath.router.upstream.Upstream.OK;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.upstream.ScriptedWorker.Talk;
import io.vertx.core.buffer.Buffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Nobody reads for a reader who has paused: the worker has to wait, and the router holds next to nothing. */
final class SlowReaderTest extends UpstreamFixture {

    private static final int LARGE = 64 << 20;

    @Test
    void aWorkerThatWritesToAReaderWhoHasPausedGetsStuckAndAllArrivesInTheEnd() throws Exception {
        AtomicLong received = new AtomicLong();
        Asker asker = new Asker(upstream, worker.worker()) {
            @Override
            public void piece(Buffer piece) {
                received.addAndGet(piece.length());
            }
        };
        asker.then(told -> {
            if (told.startsWith("head")) {
                asker.pauseHere();
            }
        });
        asker.get();
        Talk talk = worker.accept();
        talk.request();
        talk.socket().setSendBufferSize(64 << 10);
        AtomicLong written = new AtomicLong();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(talk, written));
        asker.assertNext("head 200");

        // What the kernel holds of it, and one read of the router's.
        assertThat(stuckAt(written)).isLessThan(LARGE / 4);
        assertThat(received).hasValue(0);
        asker.resume();
        writer.get(20, TimeUnit.SECONDS);
        asker.assertNext("end");
        assertThat(received).hasValue(LARGE);
    }

    private static void write(Talk talk, AtomicLong written) {
        try {
            talk.say(OK + "Content-Length: " + LARGE + "\r\n\r\n");
            byte[] some = new byte[32 << 10];
            for (int at = 0; at < LARGE; at += some.length) {
                talk.socket().getOutputStream().write(some);
                written.addAndGet(some.length);
            }
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** How much has been written when the event loop has turned so often without any more of it. */
    private long stuckAt(AtomicLong written) throws Exception {
        long before = -1;
        int same = 0;
        while (same < 20) {
            long now = written.get();
            same = now > 0 && now == before ? same + 1 : 0;
            before = now;
            upstream.settle();
        }
        return before;
    }
}
