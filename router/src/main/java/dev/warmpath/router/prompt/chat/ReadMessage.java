package dev.warmpath.router.prompt.chat;

import dev.warmpath.router.prompt.cache.Remembered;
import dev.warmpath.router.prompt.cache.TextBytes;
import dev.warmpath.router.prompt.tokens.KnownText;
import dev.warmpath.router.template.ChatTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A message as the template sees it, with the JSON that it was read from, and its long texts, which remember what became
 * of them. Templates and engines' dialects only read it.
 */
final class ReadMessage implements Remembered {

    /** Key, this object, the list, the cache's node and place in the table. */
    private static final int ENTRY_BYTES = 280;

    /** A text that is known: object and place. */
    private static final int KNOWN_BYTES = 32;

    private static final int STRING_BYTES = 40;

    /** A linked map's entry and its place in the table. */
    private static final int MEMBER_BYTES = 56;

    private static final int CONTAINER_BYTES = 80;

    /** A number, at most. */
    private static final int VALUE_BYTES = 24;

    private final MessageKey key;
    private final Map<String, Object> seen;
    private final List<KnownText> texts = new ArrayList<>(1);
    private final long fixedBytes;

    ReadMessage(MessageKey key, Map<String, Object> seen) {
        this.key = key;
        this.seen = seen;
        collect(seen);
        this.fixedBytes = ENTRY_BYTES + key.length() + (long) KNOWN_BYTES * texts.size() + bytesOf(seen);
    }

    /** Texts that a template may print as they are: the message's own, and those of its parts. */
    private void collect(Map<?, ?> members) {
        for (Object value : members.values()) {
            if (value instanceof String text && text.length() >= ChatTemplate.LONG_CHARS) {
                // Reasoning is there under two names.
                if (texts.isEmpty() || !texts.get(texts.size() - 1).isOf(text)) {
                    texts.add(new KnownText(text, this));
                }
            } else if (value instanceof List<?> parts) {
                for (Object part : parts) {
                    if (part instanceof Map<?, ?> inner) {
                        collect(inner);
                    }
                }
            }
        }
    }

    /** What the template sees. Shared: do not change it. */
    Map<String, Object> seen() {
        return seen;
    }

    List<KnownText> texts() {
        return texts;
    }

    @Override
    public Object key() {
        return key;
    }

    @Override
    public long bytes() {
        long bytes = fixedBytes;
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
