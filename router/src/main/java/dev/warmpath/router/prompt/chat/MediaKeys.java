package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.scorer.hash.BlockHash;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the images, sounds and files in a chat, in the order in which they stand: of each the text by which it is referred
 * to, its address or its data. Two addresses of one image are two.
 */
public final class MediaKeys {

    /** More than a request of this kind has; the rest of one that has goes unkeyed. */
    private static final int MOST = 256;

    /** Where a part keeps its reference, by the engines' and the APIs' own names. */
    private static final String[] HOLDERS = {
        "image_url", "input_audio", "audio_url", "video_url", "file", "source", "image"
    };

    private static final String[] REFERENCES = {"url", "data", "file_data", "file_id"};

    private long[] keys = new long[4];
    private int count;

    private MediaKeys() {}

    /** The keys of a chat's contents. */
    public static long[] of(JsonBody body) {
        MediaKeys found = new MediaKeys();
        for (JsonNode message : TemplateVariables.value(body, "messages")) {
            JsonNode content = message.path("content");
            if (content.isArray()) {
                for (JsonNode part : content) {
                    if (!ContentParts.isText(part)) {
                        found.add(part);
                    }
                }
            }
        }
        return Arrays.copyOf(found.keys, found.count);
    }

    private void add(JsonNode part) {
        String reference = reference(part);
        for (int i = 0; i < HOLDERS.length && reference == null; i++) {
            JsonNode holder = part.path(HOLDERS[i]);
            reference = holder.isTextual() ? holder.textValue() : reference(holder);
        }
        if (reference == null || count == MOST) {
            return;
        }
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
        }
        keys[count++] = BlockHash.content(reference.strip());
    }

    private static @Nullable String reference(JsonNode node) {
        for (String name : REFERENCES) {
            if (node.path(name).isTextual()) {
                return node.path(name).textValue();
            }
        }
        return null;
    }
}
