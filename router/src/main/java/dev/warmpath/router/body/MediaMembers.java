package dev.warmpath.router.body;

import dev.warmpath.scorer.hash.BlockHash;
import java.util.Arrays;

/**
 * Keys of the images, videos and sounds that SGLang's {@code generate} takes beside its prompt: one, a list, or a list for
 * each prompt of a batch, each as an address, a path or data. Read off the body's bytes, since data may be large: no tree and
 * no copy is made of it. A reference without escapes has the key that it has in a chat.
 */
public final class MediaMembers {

    /** More than a request of this kind has; the rest of one that has goes unkeyed. */
    private static final int MOST = 256;

    /** A list for each prompt of a batch. */
    private static final int DEPTH = 2;

    private static final String[] NAMES = {"image_data", "video_data", "audio_data"};

    private final byte[] bytes;
    private long[] keys = new long[4];
    private int count;

    private MediaMembers(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Those of a body; none where there are none. */
    public static long[] keys(JsonBody body) {
        MediaMembers found = new MediaMembers(body.bytes());
        for (String name : NAMES) {
            JsonMember member = body.member(name);
            if (member != null && member.kind() != JsonKind.NULL) {
                found.value(member.valueStart(), member.valueEnd(), DEPTH);
            }
        }
        return Arrays.copyOf(found.keys, found.count);
    }

    private void value(int start, int end, int depth) {
        if (bytes[start] != '[' || depth == 0) {
            add(start, end);
            return;
        }
        JsonScanner list = new JsonScanner(bytes, start + 1, end - 1);
        list.skipWhitespace();
        while (!list.atEnd() && count < MOST) {
            int from = list.position();
            try {
                list.skipValue(1);
            } catch (BadRequest impossible) {
                throw new IllegalStateException("a body that was read is well formed", impossible);
            }
            value(from, list.position(), depth - 1);
            list.skipWhitespace();
            list.accept(',');
            list.skipWhitespace();
        }
    }

    private void add(int start, int end) {
        boolean nothing = bytes[start] == 'n';
        if (nothing || count == MOST) {
            return;
        }
        boolean text = bytes[start] == '"';
        if (count == keys.length) {
            keys = Arrays.copyOf(keys, 2 * count);
        }
        keys[count++] = BlockHash.content(bytes, text ? start + 1 : start, text ? end - 1 : end);
    }
}
