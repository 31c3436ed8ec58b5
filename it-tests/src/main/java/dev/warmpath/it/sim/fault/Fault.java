package dev.warmpath.it.sim.fault;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What happens to one request instead of a proper answer. */
public sealed interface Fault {

    /** How an answer ends that does not end as it should. */
    enum Ending {
        /** Nothing more comes; the connection stays. */
        HANG,
        /** The connection is reset (RST). */
        RESET,
        /** The connection is closed (FIN) in the middle of the body. */
        CLOSE,
        /** The body ends properly, without what was to come. */
        END
    }

    /** This answer and nothing else; the request is not run. */
    record Answer(int status, Map<String, String> headers, byte[] body) implements Fault {}

    /** The answer comes later; the request is run after the pause. */
    record Late(Duration pause) implements Fault {}

    /** No byte of an answer: {@code HANG}, {@code RESET} or {@code CLOSE}. The request is not run. */
    record NoAnswer(Ending ending) implements Fault {}

    /**
     * The request is run, and its answer ends after some events of the stream. An answer that is no stream is cut in
     * the middle of its body.
     */
    record CutAfter(int events, Ending ending) implements Fault {}

    /** The request is run; after some events of the stream comes this one as the last, and the closing marker or not. */
    record ErrorInStream(int events, String json, boolean done) implements Fault {}

    /** The stream is whole but for its closing marker. */
    record NoDone() implements Fault {}

    /** These bytes at these times, then the ending; the request is not run. */
    record Script(int status, Map<String, String> headers, List<Part> parts, Ending ending) implements Fault {

        /**
         * Bytes of a scripted answer.
         *
         * @param pause time before they are sent
         */
        public record Part(Duration pause, byte[] bytes) {
            public static Part of(String text) {
                return after(Duration.ZERO, text);
            }

            public static Part after(Duration pause, String text) {
                return new Part(pause, text.getBytes(StandardCharsets.UTF_8));
            }
        }
    }

    /** A JSON answer. */
    static Fault status(int status, String body) {
        return status(status, body, Map.of());
    }

    /** A JSON answer with more headers. */
    static Fault status(int status, String body, Map<String, String> headers) {
        return new Answer(status, headers, body.getBytes(StandardCharsets.UTF_8));
    }

    static Fault hangBeforeHeaders() {
        return new NoAnswer(Ending.HANG);
    }

    static Fault resetBeforeHeaders() {
        return new NoAnswer(Ending.RESET);
    }

    static Fault hangAfter(int events) {
        return new CutAfter(events, Ending.HANG);
    }

    static Fault resetAfter(int events) {
        return new CutAfter(events, Ending.RESET);
    }

    static Fault late(Duration pause) {
        return new Late(pause);
    }

    /** An event stream of these parts. */
    static Fault stream(Ending ending, Script.Part... parts) {
        return new Script(200, Map.of("content-type", "text/event-stream; charset=utf-8"), List.of(parts), ending);
    }
}
