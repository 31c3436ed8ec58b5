package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.body.JsonObjects;
import dev.warmpath.router.body.KnownObjects;
import dev.warmpath.router.prompt.tokens.KnownText;
import dev.warmpath.router.prompt.tokens.TooMuchText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A chat's messages as its template sees them, and the texts among them that may be known from an earlier turn. */
final class ChatMessages {

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
     * @param mostRead bytes that may be read
     * @throws TooMuchText there are more; those that were read are kept
     */
    static ChatMessages of(JsonObjects messages, long number, Reader reader, MessageCache cache, int mostRead)
            throws UnsupportedChat {
        ChatMessages chat = new ChatMessages(messages.count());
        KeptMessage before = null;
        int left = mostRead;
        for (int i = 0; i < messages.count(); i++) {
            int length = messages.end(i) - messages.start(i);
            // To find a short one would take longer than to read it, and more memory than it has text.
            if (length < KnownObjects.LEAST_BYTES) {
                left = take(length, left);
                chat.seen.add(reader.read(messages.read(i)));
                continue;
            }
            KeptMessage found = cache.find(messages, i);
            KeptMessage kept = found == null ? cache.create(messages, i) : found;
            ReadMessage message = kept.by(number);
            left = message == null ? take(length, left) : left;
            cache.count(message != null);
            if (message == null) {
                message = new ReadMessage(number, kept, reader.read(messages.read(i)));
                kept.remember(message);
                cache.keep(kept);
            }
            if (before != null) {
                before.follow(kept);
            }
            before = kept;
            chat.seen.add(message.seen());
            List<KnownText> texts = message.texts();
            for (int text = 0; text < texts.size(); text++) {
                chat.texts.add(texts.get(text));
            }
        }
        return chat;
    }

    private static int take(int bytes, int left) {
        if (bytes > left) {
            throw new TooMuchText();
        }
        return left - bytes;
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
