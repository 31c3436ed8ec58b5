package dev.warmpath.router.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.fleet.worker.Worker;
import io.netty.handler.codec.http.HttpMethod;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Waits for a connection, asks over it, and writes down all that it is told. */
class Asker implements ConnectionWaiter, AnswerReader {

    private static final int PATIENCE_SECONDS = 5;
    private static final String NOTHING = "nothing for long";

    private final Upstream upstream;
    private final Worker worker;
    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();
    private volatile @Nullable WorkerConnection connection;
    private volatile @Nullable Throwable cause;
    private Consumer<String> then = event -> {};

    Asker(Upstream upstream, Worker worker) {
        this.upstream = upstream;
        this.worker = worker;
    }

    /** Does this too, on the event loop, whenever it is told something. */
    Asker then(Consumer<String> also) {
        then = also;
        return this;
    }

    /** Asks for a connection; it is told {@code connected} of one that is there at once, too. */
    Asker take() throws Exception {
        upstream.on(() -> {
            takeHere();
            return null;
        });
        return this;
    }

    /** The same, on the event loop already. */
    void takeHere() {
        WorkerConnection now = upstream.connections().take(worker, this);
        if (now != null) {
            connected(now);
        }
    }

    /** The connection that it got. */
    WorkerConnection connection() throws Exception {
        if (connection == null) {
            assertNext("connected");
        }
        return here();
    }

    /** Takes a connection and sends a GET over it. */
    Asker get() throws Exception {
        take();
        return send(HttpMethod.GET, Buffer.buffer());
    }

    Asker send(HttpMethod method, Buffer body) throws Exception {
        assertNext("connected");
        upstream.on(() -> {
            here().send(method, "/v1/things?x=1", HttpHeaders.headers(), body, this);
            return null;
        });
        return this;
    }

    void forget() throws Exception {
        upstream.on(() -> {
            upstream.connections().forget(worker, this);
            return null;
        });
    }

    void giveBack() throws Exception {
        onConnection(WorkerConnection::giveBack);
    }

    void close() throws Exception {
        onConnection(WorkerConnection::close);
    }

    void resume() throws Exception {
        onConnection(WorkerConnection::resume);
    }

    private void onConnection(Consumer<WorkerConnection> what) throws Exception {
        WorkerConnection mine = connection();
        upstream.on(() -> {
            what.accept(mine);
            return null;
        });
    }

    /** Pauses right now; on the event loop. */
    void pauseHere() {
        here().pause();
    }

    /** Resumes right now; on the event loop. */
    void resumeHere() {
        here().resume();
    }

    /** The connection that it has; on the event loop. */
    WorkerConnection here() {
        return Objects.requireNonNull(connection, "asked for and got before");
    }

    /** What it is told next. */
    String next() throws InterruptedException {
        return Objects.requireNonNullElse(told.poll(PATIENCE_SECONDS, TimeUnit.SECONDS), NOTHING);
    }

    void assertNext(String... events) throws InterruptedException {
        for (String event : events) {
            assertThat(next()).isEqualTo(event);
        }
    }

    /** Nothing has been told that was not asked for yet, and nothing is on its way. */
    void assertQuiet() throws Exception {
        upstream.settle();
        assertThat(told).isEmpty();
    }

    /** All until the end of the answer, or that it broke, in one line; pieces are put together. */
    String answer() throws InterruptedException {
        StringBuilder all = new StringBuilder();
        while (true) {
            String event = next();
            if (event.equals(NOTHING)) {
                return all + NOTHING;
            }
            all.append(event.startsWith("piece ") ? event.substring("piece ".length()) : event + " ");
            if (event.equals("end") || event.equals("broken") || event.startsWith("refused")) {
                return all.toString().strip();
            }
        }
    }

    @Nullable
    Throwable cause() {
        return cause;
    }

    private void tell(String event) {
        try {
            then.accept(event);
        } finally {
            told.add(event);
        }
    }

    @Override
    public void connected(WorkerConnection made) {
        connection = made;
        tell("connected");
    }

    @Override
    public void refused(Throwable why) {
        cause = why;
        tell("refused " + why.getClass().getSimpleName());
    }

    @Override
    public void head(AnswerHead head) {
        tell("head " + head.status());
    }

    @Override
    public void piece(Buffer piece) {
        tell("piece " + piece);
    }

    @Override
    public void end() {
        tell("end");
    }

    @Override
    public void broken(Throwable why) {
        cause = why;
        tell("broken");
    }
}
