package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.prompt.cache.TextBytes;
import dev.warmpath.router.prompt.tokens.KnownText;
import dev.warmpath.router.recent.Newest;
import dev.warmpath.router.template.ChatTemplate;
import dev.warmpath.router.template.run.Recurring;
import dev.warmpath.router.template.run.Turn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The members of a message that is kept, as templates see them, with what templates printed of it. Nobody changes it after
 * it was made.
 */
final class SeenMessage extends LinkedHashMap<String, Object> implements Recurring {

    /** With and without tools, and a template with two loops. */
    private static final int MOST_TURNS = 4;

    /** What a template writes around a message, and calls of tools that it writes out. */
    private static final int MOST_CHARS = 4096;

    /** The record, its list and places in it, and where it is kept. */
    private static final int TURN_BYTES = 128;

    /** A text, and the header of its characters. */
    private static final int TEXT_BYTES = 48;

    /** Parts that a turn may have: each is looked for among the message's texts, of which there are no more. */
    static final int MOST_PARTS = 64;

    /** What was printed, the latest first, and how many bytes of heap each of it takes. */
    private static final class Printed {

        private static final Printed NOTHING = new Printed(new Turn[0], new Long[0]);

        private final Turn[] turns;
        private final Long[] bytes;

        private Printed(Turn[] turns, Long[] bytes) {
            this.turns = turns;
            this.bytes = bytes;
        }

        private Printed with(Turn turn, long bytesOfIt) {
            return new Printed(Newest.with(turns, turn, MOST_TURNS), Newest.with(bytes, bytesOfIt, MOST_TURNS));
        }
    }

    private final transient List<KnownText> texts;
    private final transient KeptMessage home;

    private transient volatile Printed printed = Printed.NOTHING;

    /**
     * The members of a message.
     *
     * @param texts long ones among them, and in what they hold
     * @param home what the message is kept as
     */
    SeenMessage(Map<String, Object> members, List<KnownText> texts, KeptMessage home) {
        super(members);
        this.texts = texts;
        this.home = home;
    }

    @Override
    public Turn[] turns() {
        return printed.turns;
    }

    @Override
    public void remember(Turn turn) {
        long bytes = bytesOf(turn.parts());
        if (bytes >= 0) {
            printed = printed.with(turn, bytes);
            home.keep();
        }
    }

    /** Bytes of heap that a turn takes beside the message's own texts; negative when that is too much to be kept. */
    private long bytesOf(List<String> parts) {
        if (parts.size() > MOST_PARTS) {
            return -1;
        }
        long bytes = TURN_BYTES;
        int chars = 0;
        int place = 0;
        for (int i = 0; i < parts.size(); i++) {
            String part = parts.get(i);
            int own = place(part, place);
            if (own >= 0) {
                place = own + 1;
                continue;
            }
            chars += part.length();
            if (chars > MOST_CHARS) {
                return -1;
            }
            bytes += TEXT_BYTES + TextBytes.of(part);
        }
        return bytes;
    }

    /** Which of the message's own texts it is, or -1. Templates print them in their order, most of the time. */
    private int place(String part, int expected) {
        int count = part.length() < ChatTemplate.LONG_CHARS ? 0 : texts.size();
        for (int i = 0; i < count; i++) {
            int place = (expected + i) % count;
            if (texts.get(place).isOf(part)) {
                return place;
            }
        }
        return -1;
    }

    /** Bytes of heap that what it remembers takes. */
    long turnBytes() {
        long sum = 0;
        for (long bytes : printed.bytes) {
            sum += bytes;
        }
        return sum;
    }
}
