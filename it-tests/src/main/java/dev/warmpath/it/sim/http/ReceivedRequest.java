package dev.warmpath.it.sim.http;

import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One request as a worker received it, and what became of its answer. Times are of {@link System#nanoTime()}. Written
 * on the engine's context, read from any thread.
 */
public final class ReceivedRequest {

    /** What became of an answer. */
    public enum Outcome {
        /** It is not over. */
        OPEN,
        /** It was given in full. */
        ANSWERED,
        /** The client closed the connection before the answer ended. */
        CLIENT_LEFT,
        /** A fault cut it. */
        CUT
    }

    private final String method;
    private final String path;
    private final Map<String, List<String>> headers;
    private final byte[] body;
    private final long arrivedNanos;
    private volatile long firstByteNanos;
    private volatile long endedNanos;
    private volatile int status;
    private volatile Outcome outcome = Outcome.OPEN;
    private volatile @Nullable ByteArrayOutputStream tape;

    /**
     * A request whose body has been read.
     *
     * @param path path and query
     */
    public ReceivedRequest(
            String method, String path, Map<String, List<String>> headers, byte[] body, long arrivedNanos) {
        Map<String, List<String>> byName = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> byName.put(name, List.copyOf(values)));
        this.method = method;
        this.path = path;
        this.headers = byName;
        this.body = body;
        this.arrivedNanos = arrivedNanos;
    }

    public String method() {
        return method;
    }

    /** Path and query. */
    public String path() {
        return path;
    }

    /** All values of a header, in order, whatever its case; empty if it is absent. */
    public List<String> header(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /** Names of all headers. */
    public List<String> headerNames() {
        return List.copyOf(headers.keySet());
    }

    /** The body as it came; a copy. */
    public byte[] body() {
        return body.clone();
    }

    public String bodyText() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public long arrivedNanos() {
        return arrivedNanos;
    }

    /** When the first byte of the answer was written; 0 before. */
    public long firstByteNanos() {
        return firstByteNanos;
    }

    /** When the answer or the connection ended; 0 before. */
    public long endedNanos() {
        return endedNanos;
    }

    /** Status of the answer; 0 before it has one. */
    public int status() {
        return status;
    }

    public Outcome outcome() {
        return outcome;
    }

    /** From now on the bytes of the answer are kept, for {@link #answer}. */
    public void keepAnswer() {
        tape = new ByteArrayOutputStream();
    }

    /** The bytes of the answer's body that were sent so far; empty if they are not kept. */
    public byte[] answer() {
        ByteArrayOutputStream kept = tape;
        return kept == null ? new byte[0] : kept.toByteArray();
    }

    void sent(Buffer bytes) {
        ByteArrayOutputStream kept = tape;
        if (kept != null) {
            kept.writeBytes(bytes.getBytes());
        }
    }

    void answering(int answeredStatus) {
        if (firstByteNanos == 0) {
            status = answeredStatus;
            firstByteNanos = System.nanoTime();
        }
    }

    void ended(Outcome how) {
        if (outcome == Outcome.OPEN) {
            endedNanos = System.nanoTime();
            outcome = how;
        }
    }

    @Override
    public String toString() {
        return method + " " + path + " (" + body.length + " bytes) " + status + " " + outcome;
    }
}
