package dev.warmpath.it.bench.tokenize;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Locale;

/** What was seen of conversations of one script and one length. */
final class TurnCell {

    private static final double NANOS_PER_MICRO = 1_000;
    private static final double NANOS_PER_MILLI = 1_000_000;
    private static final double BYTES_PER_KILOBYTE = 1024;
    private static final double PERCENT = 100;

    private final Script script;
    private final int wantedTokens;

    /** Turns through the router's own pipeline. */
    private final Samples firstNanos = new Samples();

    private final Samples nextNanos = new Samples();

    /** Next turns by their parts, on one thread. */
    private final Samples tokens = new Samples();

    private final Samples parseNanos = new Samples();
    private final Samples renderNanos = new Samples();
    private final Samples encodeNanos = new Samples();
    private final Samples hashNanos = new Samples();
    private final Samples bytes = new Samples();

    TurnCell(Script script, int wantedTokens) {
        this.script = script;
        this.wantedTokens = wantedTokens;
    }

    Script script() {
        return script;
    }

    int wantedTokens() {
        return wantedTokens;
    }

    void addFirst(long nanos) {
        firstNanos.add(nanos);
    }

    void addNext(long nanos) {
        nextNanos.add(nanos);
    }

    void addParts(TurnParts.Cost cost) {
        tokens.add(cost.tokens());
        parseNanos.add(cost.parseNanos());
        renderNanos.add(cost.renderNanos());
        encodeNanos.add(cost.encodeNanos());
        hashNanos.add(cost.hashNanos());
        bytes.add(cost.bytes());
    }

    /** The next turn's time as a share of the first one's. */
    double nextShare() {
        return (double) nextNanos.median() / firstNanos.median();
    }

    String[] row() {
        return new String[] {
            script.key(),
            String.valueOf(tokens.median()),
            text(firstNanos.median() / NANOS_PER_MILLI),
            text(nextNanos.median() / NANOS_PER_MILLI),
            String.format(Locale.ROOT, "%.2f %%", PERCENT * nextShare()),
            text(parseNanos.median() / NANOS_PER_MICRO),
            text(renderNanos.median() / NANOS_PER_MICRO),
            text(encodeNanos.median() / NANOS_PER_MICRO),
            text(hashNanos.median() / NANOS_PER_MICRO),
            text(bytes.median() / BYTES_PER_KILOBYTE)
        };
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    void write(ObjectNode json) {
        json.put("script", script.key())
                .put("tokens", tokens.median())
                .put("firstMillis", firstNanos.median() / NANOS_PER_MILLI)
                .put("nextMillis", nextNanos.median() / NANOS_PER_MILLI)
                .put("nextShare", nextShare())
                .put("parseMicros", parseNanos.median() / NANOS_PER_MICRO)
                .put("renderMicros", renderNanos.median() / NANOS_PER_MICRO)
                .put("encodeMicros", encodeNanos.median() / NANOS_PER_MICRO)
                .put("hashMicros", hashNanos.median() / NANOS_PER_MICRO)
                .put("nextAllocatedBytes", bytes.median())
                .put("conversations", firstNanos.count());
    }
}
