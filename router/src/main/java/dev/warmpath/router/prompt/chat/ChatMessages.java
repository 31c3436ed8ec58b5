package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.body.JsonObjects;
import dev.warmpath.router.prompt.tokens.KnownText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A chat's messages as its template sees them, and the texts among them that may be known from an earlier turn. */
final class ChatMessages {

    /**
     * A shorter message is read sooner than it is found, and would take more memory than it has text: no text in it is
     * a part of its own.
     */
    private static final int LEAST_BYTES = 320;

    /** Of one engine's use of a template: what a message is to it. */
    interface Reader {

        Map<String, Object> read(JsonNode message) throws UnsupportedChat;
    }

    private final List<Map<String, Object>> seen;
    private final List<KnownText> texts = new ArrayList<>();

    private ChatMessages(int count) {
        seen = new ArrayList<>(count);
    }

    /**
     * Reads them, as far as they are not known.
     *
     * @param number tells readers apart
     */
    static ChatMessages of(JsonObjects messages, long number, Reader reader, MessageCache cache)
            throws UnsupportedChat {
        ChatMessages chat = new ChatMessages(messages.count());
        for (int i = 0; i < messages.count(); i++) {
            int start = messages.start(i);
            int end = messages.end(i);
            if (end - start < LEAST_BYTES) {
                chat.seen.add(reader.read(messages.read(i)));
                continue;
            }
            MessageKey key = new MessageKey(number, messages.bytes(), start, end);
            ReadMessage message = cache.find(key);
            if (message == null) {
                message = new ReadMessage(key.alone(), reader.read(messages.read(i)));
                cache.keep(message);
            }
            chat.seen.add(message.seen());
            chat.texts.addAll(message.texts());
        }
        return chat;
    }

    /** In their order. The list is the caller's, the messages are shared: do not change them. */
    List<Map<String, Object>> seen() {
        return seen;
    }

    /** Long texts of the messages, in their order. */
    List<KnownText> texts() {
        return texts;
    }
}
