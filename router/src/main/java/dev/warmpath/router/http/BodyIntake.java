package dev.warmpath.router.http;

import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.router.admission.BodyBudget;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.wire.WholeBytes;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads request bodies whole, within {@code server.max_body}, {@code server.body_timeout} and {@code
 * server.body_progress}. A body that announces more than it may, or more than there is room for, is refused before it is
 * read.
 *
 * <p>A body that says its length is read into an array of that length: at once up to {@link #AT_ONCE_BYTES}, beyond that as it
 * comes, since a length is easily claimed. One that comes in one piece, as short ones do, is never copied.
 *
 * <p>After a refusal the rest of the body may still be on its way. It is dropped, and the connection ends with the
 * answer: its next bytes could not be told from a next request.
 */
public final class BodyIntake {

    /** What a body that says its length gets before it has come. */
    private static final int AT_ONCE_BYTES = 256 << 10;

    /** Longer ones are not had from every Java runtime. */
    private static final int LONGEST_ARRAY = Integer.MAX_VALUE - 8;

    private static final byte[] NOTHING = {};

    private static final CharSequence EXPECT = HttpHeaders.createOptimized("expect");

    private final Vertx vertx;
    private final ServerSettings settings;
    private final FixedDelay firstLook;

    /** To be made once for each event loop that reads. */
    public BodyIntake(Vertx vertx, ServerSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
        Duration progress = settings.clocks().bodyProgressTimeout();
        this.firstLook = new FixedDelay(
                vertx, progress.compareTo(settings.bodyTimeout()) < 0 ? progress : settings.bodyTimeout());
    }

    /** Waits for a body, and is told once. */
    interface Reader {

        /** The body is here; the array is the reader's own. */
        void whole(byte[] body);

        /**
         * There will be none.
         *
         * @param why a {@link BadRequest}, which is 413, 408, or 400 when the client broke off; or a {@link
         *     ErrorAnswer.Failure} with 503 when there is no room for it beside the others
         */
        void refused(Exception why);
    }

    /**
     * Reads a body.
     *
     * @param share charged with what the body announces, or as it arrives where it announces nothing; its owner gives it
     *     back
     */
    void read(HttpServerRequest request, BodyBudget.Share share, Reader reader) {
        new Reading(request, share, reader).start();
    }

    /** The same for those who can wait for a future, which fails with what a {@link Reader} would be told. */
    public Future<byte[]> read(HttpServerRequest request, BodyBudget.Share share) {
        Promise<byte[]> read = Promise.promise();
        read(request, share, new Reader() {
            @Override
            public void whole(byte[] body) {
                read.complete(body);
            }

            @Override
            public void refused(Exception why) {
                read.fail(why);
            }
        });
        return read.future();
    }

    /** One body on its way. */
    private final class Reading {

        private final HttpServerRequest request;
        private final BodyBudget.Share share;
        private final Reader reader;
        private boolean told;
        private final int announced;
        private byte[] collected = NOTHING;
        private int length;
        private final long beganNanos = System.nanoTime();
        private final long deadlineNanos = beganNanos + settings.bodyTimeout().toNanos();
        private long charged;
        /** How much had arrived at the last look. */
        private int seen;

        private FixedDelay.@Nullable Wait first;
        private long timer = -1;

        Reading(HttpServerRequest request, BodyBudget.Share share, Reader reader) {
            this.request = request;
            this.share = share;
            this.reader = reader;
            this.announced = announced(request);
        }

        void start() {
            if (!roomFor(announced)) {
                return;
            }
            // A client of HTTP/1.0 would take it for the answer.
            if (request.version() != HttpVersion.HTTP_1_0
                    && "100-continue".equalsIgnoreCase(request.getHeader(EXPECT))) {
                request.response().writeContinue();
            }
            first = firstLook.begin(this::look, beganNanos);
            request.handler(this::take);
            request.exceptionHandler(broken -> fail(new BadRequest(
                    400,
                    "body_broken_off",
                    null,
                    "The request body is not well framed, or the connection ended inside it.")));
            request.endHandler(end -> complete());
        }

        private void complete() {
            // They hold the body, and the request lives as long as its answer.
            request.handler(null);
            request.exceptionHandler(null);
            request.endHandler(null);
            if (!told) {
                told = true;
                stopWatching();
                reader.whole(collected.length == length ? collected : Arrays.copyOf(collected, length));
            }
        }

        private void fail(Exception why) {
            if (!told) {
                told = true;
                stopWatching();
                reader.refused(why);
            }
        }

        private void take(Buffer chunk) {
            if (!roomFor((long) length + chunk.length())) {
                return;
            }
            if (length == 0 && chunk.length() == announced) {
                collected = WholeBytes.of(chunk);
            } else {
                ensure(length + chunk.length());
                chunk.getBytes(collected, length);
            }
            length += chunk.length();
        }

        private void ensure(int bytes) {
            if (bytes > collected.length) {
                collected = Arrays.copyOf(collected, room(collected.length, bytes, announced));
            }
        }

        /** Whether a body of so many bytes in all may be taken in; if not, it has been refused. */
        private boolean roomFor(long bytes) {
            if (bytes > settings.maxBodyBytes()) {
                refuse(new BadRequest(
                        413,
                        "body_too_large",
                        null,
                        "The request body is larger than server.max_body (" + settings.maxBodyBytes() + " bytes)."));
                return false;
            }
            long all = share.budget().most();
            if (bytes > all) {
                // Sent again it would fit as little, however few others there were.
                refuse(new BadRequest(
                        413,
                        "body_too_large",
                        null,
                        "The request body is larger than the room for all of them (" + all
                                + " bytes; admission.max_bodies, or a sixteenth of the heap)."));
                return false;
            }
            if (bytes <= charged) {
                return true;
            }
            if (!share.take(bytes - charged)) {
                refuse(ErrorAnswer.bodiesFull().asFailure());
                return false;
            }
            charged = bytes;
            return true;
        }

        /** Looks again, for both clocks. */
        private void watch() {
            // Rounded up, so that the last look is not before the end.
            long left = 1 + Duration.ofNanos(deadlineNanos - System.nanoTime()).toMillis();
            long next = Math.min(left, settings.clocks().bodyProgressTimeout().toMillis());
            timer = vertx.setTimer(Math.max(1, next), now -> look());
        }

        private void stopWatching() {
            if (first != null) {
                first.cancel();
            }
            if (timer >= 0) {
                vertx.cancelTimer(timer);
            }
        }

        private void look() {
            if (System.nanoTime() - deadlineNanos >= 0) {
                refuse(new BadRequest(
                        408, "body_timeout", null, "The request body did not arrive within server.body_timeout."));
            } else if (length - seen < settings.clocks().bodyProgressBytes()) {
                refuse(new BadRequest(
                        408,
                        "body_stalled",
                        null,
                        "Less than server.body_progress of the request body arrived in server.body_progress_timeout."));
            } else {
                seen = length;
                watch();
            }
        }

        private void refuse(Exception answer) {
            request.handler(dropped -> {});
            request.endHandler(null);
            request.resume();
            fail(answer);
        }
    }

    /**
     * How long the next array is. What is announced is the end of growing; without it this doubles, as arrays do.
     *
     * @param now length of the array so far
     * @param needed bytes that it has to hold
     */
    static int room(int now, int needed, int announced) {
        int most = announced > 0 ? announced : LONGEST_ARRAY;
        // An int twice as long would be negative from 1 GiB on: then the whole would be copied with each piece.
        long wanted = Math.max(2L * now, announced > 0 ? AT_ONCE_BYTES : 0);
        return Math.max(needed, (int) Math.min(most, wanted));
    }

    /** What {@code Content-Length} says, or 0; what is more than any array holds is no less than {@code server.max_body}. */
    private static int announced(HttpServerRequest request) {
        String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        try {
            return length == null ? 0 : (int) Math.min(Integer.MAX_VALUE, Long.parseLong(length.strip()));
        } catch (NumberFormatException notANumber) {
            return 0;
        }
    }
}
