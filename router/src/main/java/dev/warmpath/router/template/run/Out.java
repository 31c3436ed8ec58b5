package dev.warmpath.router.template.run;

import dev.warmpath.router.template.fault.Meter;
import java.util.ArrayList;
import java.util.List;

/**
 * Where text goes: the prompt, or the buffer of a macro or block.
 *
 * <p>Long texts, which are what clients wrote, are kept as they are and copied once, when all is there; one that a macro
 * passes through is not copied at all. Short ones are gathered, so that a template that prints a million of them does not
 * hold a million objects.
 */
public final class Out {

    /** From here on, a text is cheaper to keep than to copy twice. */
    public static final int LONG_CHARS = 256;

    /** Everything but the last short texts. */
    private final List<String> parts = new ArrayList<>();

    private final StringBuilder shorts = new StringBuilder();
    private final Meter meter;
    private long size;

    public Out(Meter meter) {
        this(meter, 0);
    }

    private Out(Meter meter, long size) {
        this.meter = meter;
        this.size = size;
    }

    /** A buffer for what one turn of a loop prints here, of which this one is full up to the same point. */
    Out turn() {
        return new Out(meter, size);
    }

    /** Appends all of such a buffer, which has been charged for it; returns how many characters it has. */
    int take(Out turn) {
        List<String> taken = turn.parts();
        for (int i = 0; i < taken.size(); i++) {
            add(taken.get(i));
        }
        int chars = (int) (turn.size - size);
        size = turn.size;
        return chars;
    }

    /** Appends what such a turn printed before, and charges what it took; false when that is beyond a limit. */
    boolean replay(Turn turn) {
        if (!meter.replay(size + turn.chars(), turn.loops(), turn.work(), turn.depth())) {
            return false;
        }
        size += turn.chars();
        List<String> texts = turn.parts();
        for (int i = 0; i < texts.size(); i++) {
            add(texts.get(i));
        }
        return true;
    }

    public void append(String part) {
        meter.append(size + part.length(), part.length());
        size += part.length();
        add(part);
    }

    private void add(String part) {
        if (part.length() < LONG_CHARS) {
            shorts.append(part);
        } else {
            endShorts();
            parts.add(part);
        }
    }

    public String text() {
        if (parts.isEmpty()) {
            return shorts.toString();
        }
        endShorts();
        // For several parts this makes one copy, of the right size and width.
        return parts.size() == 1 ? parts.get(0) : String.join("", parts);
    }

    /** The text in parts, long ones the very texts that were appended. To be asked for when all is there. */
    public List<String> parts() {
        endShorts();
        return parts;
    }

    private void endShorts() {
        if (!shorts.isEmpty()) {
            parts.add(shorts.toString());
            shorts.setLength(0);
        }
    }
}
