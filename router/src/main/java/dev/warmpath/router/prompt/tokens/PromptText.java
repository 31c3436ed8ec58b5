package dev.warmpath.router.prompt.tokens;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The text of a prompt in the parts that its template wrote, of which some are texts of messages that were there in
 * earlier prompts. To put a long conversation together only to take it apart again would be two of the most expensive
 * steps of its next turn. For one thread.
 */
public final class PromptText {

    /** A template that leaves texts out, or prints others in between, is followed so far. */
    private static final int LOOK_AHEAD = 8;

    private final List<String> parts;
    private final List<KnownText> known;
    private final int length;
    private int next;

    private PromptText(List<String> parts, List<KnownText> known, int length) {
        this.parts = parts;
        this.known = known;
        this.length = length;
    }

    /** A text in one part. */
    public static PromptText of(String text) {
        return new PromptText(List.of(text), List.of(), text.length());
    }

    /**
     * A text in parts.
     *
     * @param known texts that may be among the parts, by identity, mostly in the same order
     */
    public static PromptText of(List<String> parts, List<KnownText> known) {
        int length = 0;
        for (int i = 0; i < parts.size(); i++) {
            length = Math.addExact(length, parts.get(i).length());
        }
        return new PromptText(parts, known, length);
    }

    /** How many characters it has. */
    public int length() {
        return length;
    }

    /** All of it, put together anew at each call unless it has one part. */
    public String whole() {
        return parts.size() == 1 ? parts.get(0) : String.join("", parts);
    }

    List<String> parts() {
        return parts;
    }

    /** Begins anew with {@link #known(String)}. */
    void rewind() {
        next = 0;
    }

    /** What is known of a part. Parts are asked for one after the other. */
    @Nullable
    KnownText known(String part) {
        int end = Math.min(known.size(), next + LOOK_AHEAD);
        for (int i = next; i < end; i++) {
            // The very text: one that only says the same would have to be looked at.
            if (known.get(i).isOf(part)) {
                next = i + 1;
                return known.get(i);
            }
        }
        return null;
    }
}
