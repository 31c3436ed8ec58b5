package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.prompt.cache.TextBytes;
import dev.warmpath.router.prompt.tokens.KnownText;
import dev.warmpath.router.template.ChatTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A message as the template sees it, and its long texts, which remember what became of them. Templates and engines'
 * dialects only read it.
 */
final class ReadMessage {

    /** This object, the list and its place where it is kept. */
    private static final int ENTRY_BYTES = 80;

    /** A text that is known: object and place. */
    private static final int KNOWN_BYTES = 32;

    private static final int STRING_BYTES = 40;

    /** A linked map's entry and its place in the table. */
    private static final int MEMBER_BYTES = 56;

    private static final int CONTAINER_BYTES = 80;

    /** A number, at most. */
    private static final int VALUE_BYTES = 24;

    /** Texts that remember what became of them: all are gone over whenever one of them has more to remember. */
    private static final int MOST_TEXTS = SeenMessage.MOST_PARTS;

    private final long reader;
    private final SeenMessage seen;
    private final List<KnownText> texts = new ArrayList<>(1);
    private final long fixedBytes;

    /**
     * What was read of a message.
     *
     * @param reader who did: what comes of a message is another thing for another model or engine
     * @param home what the message is kept as
     */
    ReadMessage(long reader, KeptMessage home, Map<String, Object> seen) {
        this.reader = reader;
        collect(seen, home);
        this.seen = new SeenMessage(seen, texts, home);
        this.fixedBytes = ENTRY_BYTES + (long) KNOWN_BYTES * texts.size() + bytesOf(seen);
    }

    /** Texts that a template may print as they are: the message's own, and those of its parts. */
    private void collect(Map<?, ?> members, KeptMessage home) {
        for (Object value : members.values()) {
            if (value instanceof String text && text.length() >= ChatTemplate.LONG_CHARS) {
                if (texts.size() == MOST_TEXTS) {
                    return;
                }
                // Reasoning is there under two names.
                if (texts.isEmpty() || !texts.get(texts.size() - 1).isOf(text)) {
                    texts.add(new KnownText(text, home));
                }
            } else if (value instanceof List<?> parts) {
                for (Object part : parts) {
                    if (part instanceof Map<?, ?> inner) {
                        collect(inner, home);
                    }
                }
            }
        }
    }

    long reader() {
        return reader;
    }

    /** What the template sees. Shared: do not change it. */
    Map<String, Object> seen() {
        return seen;
    }

    List<KnownText> texts() {
        return texts;
    }

    /** Bytes of heap that it takes now. */
    long bytes() {
        long bytes = fixedBytes + seen.turnBytes();
        for (int i = 0; i < texts.size(); i++) {
            bytes += texts.get(i).bytes();
        }
        return bytes;
    }

    private static long bytesOf(Object value) {
        if (value instanceof String text) {
            return STRING_BYTES + (long) TextBytes.of(text);
        }
        long bytes = VALUE_BYTES;
        if (value instanceof Map<?, ?> members) {
            bytes = CONTAINER_BYTES;
            for (Map.Entry<?, ?> member : members.entrySet()) {
                bytes += MEMBER_BYTES + bytesOf(member.getKey()) + bytesOf(member.getValue());
            }
        } else if (value instanceof List<?> elements) {
            bytes = CONTAINER_BYTES;
            for (Object element : elements) {
                bytes += Integer.BYTES + bytesOf(element);
            }
        }
        return bytes;
    }
}
