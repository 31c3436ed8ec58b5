package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.prompt.cache.Newest;
import dev.warmpath.router.prompt.cache.TextBytes;
import dev.warmpath.router.prompt.tokens.KnownText;
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

    private static final Turn[] NOTHING = {};

    private final transient List<KnownText> texts;
    private final transient KeptMessage home;

    /** The latest first. */
    private transient volatile Turn[] turns = NOTHING;

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
        return turns;
    }

    @Override
    public void remember(Turn turn) {
        if (ownChars(turn) <= MOST_CHARS) {
            turns = Newest.with(turns, turn, MOST_TURNS);
            home.keep();
        }
    }

    /** Characters of texts that are not the message's own. */
    private int ownChars(Turn turn) {
        int chars = 0;
        for (String part : turn.parts()) {
            chars += isOwn(part) ? 0 : part.length();
        }
        return chars;
    }

    private boolean isOwn(String part) {
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i).isOf(part)) {
                return true;
            }
        }
        return false;
    }

    /** Bytes of heap that what it remembers takes now. */
    long turnBytes() {
        long bytes = 0;
        for (Turn turn : turns) {
            bytes += TURN_BYTES;
            for (String part : turn.parts()) {
                bytes += isOwn(part) ? 0 : TEXT_BYTES + TextBytes.of(part);
            }
        }
        return bytes;
    }
}
