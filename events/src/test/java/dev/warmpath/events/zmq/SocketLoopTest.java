package dev.warmpath.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

class SocketLoopTest {

    private final SocketLoop loop = new SocketLoop("loop-under-test");
    private final List<String> done = new CopyOnWriteArrayList<>();

    @BeforeEach
    void start() {
        loop.start();
    }

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void timersRunInTheOrderTheyAreDue() {
        loop.execute(() -> {
            loop.schedule(Duration.ofMillis(60), () -> done.add("late"));
            loop.schedule(Duration.ofMillis(20), () -> done.add("early"));
            loop.schedule(Duration.ofMillis(40), () -> done.add("cancelled")).cancel();
        });

        await().untilAsserted(() -> assertThat(done).containsExactly("early", "late"));
    }

    @Test
    void nothingThatIsThrownEndsTheThread() {
        loop.execute(() -> {
            throw new IllegalStateException("command");
        });
        loop.execute(() -> {
            throw new AssertionError("error");
        });
        loop.execute(() -> loop.schedule(Duration.ZERO, () -> {
            throw new IllegalStateException("timer");
        }));
        loop.execute(() -> loop.schedule(Duration.ofMillis(1), () -> done.add("alive")));

        await().untilAsserted(() -> assertThat(done).containsExactly("alive"));
    }

    /** The message that made it fail is gone; those behind it give no signal of their own. */
    @Test
    void socketWhoseReaderFailedIsReadAgain() {
        try (ZContext context = new ZContext()) {
            ZMQ.Socket near = context.createSocket(SocketType.PULL);
            ZMQ.Socket far = context.createSocket(SocketType.PUSH);
            near.bind("inproc://reader");
            far.connect("inproc://reader");
            far.send("bad");
            far.send("good");
            loop.execute(() -> loop.register(near, () -> {
                String text = near.recvStr(ZMQ.DONTWAIT);
                if ("bad".equals(text)) {
                    throw new IllegalStateException(text);
                }
                if (text != null) {
                    done.add(text);
                }
                return text != null;
            }));

            await().untilAsserted(() -> assertThat(done).containsExactly("good"));
            loop.close();
        }
    }

    @Test
    void closingRunsWhatWasGivenBefore() {
        loop.execute(() -> done.add("command"));
        loop.close();

        assertThat(done).containsExactly("command");
    }
}
