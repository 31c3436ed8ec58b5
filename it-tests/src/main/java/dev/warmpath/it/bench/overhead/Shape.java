package dev.warmpath.it.bench.overhead;

/** How requests are served, always by four workers. */
enum Shape {
    /** Each by one worker. */
    PLAIN("plain"),
    /** Each by one of two prefill and one of two decode workers at the same time, as SGLang does it. */
    PD("pd");

    /** What a worker does. */
    enum Seat {
        MIXED,
        PREFILL,
        DECODE
    }

    private static final int WORKERS = 4;

    private final String key;

    Shape(String key) {
        this.key = key;
    }

    /** Its name in options and reports. */
    String key() {
        return key;
    }

    int workers() {
        return WORKERS;
    }

    /** Workers that compute prompts; they come first. */
    int prefilling() {
        return this == PLAIN ? WORKERS : WORKERS / 2;
    }

    Seat seat(int worker) {
        if (this == PLAIN) {
            return Seat.MIXED;
        }
        return worker < prefilling() ? Seat.PREFILL : Seat.DECODE;
    }
}
