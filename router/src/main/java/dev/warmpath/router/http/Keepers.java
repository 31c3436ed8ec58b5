package dev.warmpath.router.http;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Which worker keeps which response. An engine holds what it answered with {@code store} in its own memory, under an id
 * that it made up; whoever asks for that response, or continues it, has to come back to the same worker. So the ids are
 * read off the answers that go by and remembered for a while: in this process only, so that neither a restart nor another
 * router in front of the same fleet knows of them.
 */
public final class Keepers {

    /** Who answered. */
    record Keeper(String worker, String model) {}

    private static final byte[] NAME = "\"id\"".getBytes(StandardCharsets.US_ASCII);

    /** Of an answer's beginning; engines write the id first, or behind a word or two. */
    private static final int WINDOW = 4 << 10;

    private static final int LONGEST_ID = 128;

    private final Cache<String, Keeper> byId;

    /**
     * Remembers nothing yet.
     *
     * @param most responses; of more the least asked for are forgotten
     * @param keep how long after the last use one is remembered
     */
    public Keepers(long most, Duration keep) {
        this.byId =
                Caffeine.newBuilder().maximumSize(most).expireAfterAccess(keep).build();
    }

    /** Looks for the id at the beginning of an answer: a response, or the first event of its stream. */
    void answered(Buffer beginning, String worker, String model) {
        String id = idIn(beginning);
        if (id != null) {
            byId.put(id, new Keeper(worker, model));
        }
    }

    /** Who answered with this id, or null when that is not known, or not any more. */
    @Nullable
    Keeper of(String id) {
        return byId.getIfPresent(id);
    }

    /** Whether something could be an id: what is put into a path of a worker. */
    static boolean isId(String text) {
        if (text.isEmpty() || text.length() > LONGEST_ID || text.charAt(0) == '.') {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
            if (!plain && c != '_' && c != '-' && c != '.') {
                return false;
            }
        }
        return true;
    }

    /** The first member of that name. What a client wrote stands behind it, and escapes its quotes. */
    private static @Nullable String idIn(Buffer beginning) {
        int end = Math.min(beginning.length(), WINDOW);
        for (int at = 0; at + NAME.length < end; at++) {
            if (startsAt(beginning, at)) {
                return textBehind(beginning, at + NAME.length, end);
            }
        }
        return null;
    }

    private static boolean startsAt(Buffer bytes, int at) {
        for (int i = 0; i < NAME.length; i++) {
            if (bytes.getByte(at + i) != NAME[i]) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable String textBehind(Buffer bytes, int from, int end) {
        int start = from;
        while (start < end && (bytes.getByte(start) == ':' || bytes.getByte(start) == ' ')) {
            start++;
        }
        if (start == end || bytes.getByte(start) != '"') {
            return null;
        }
        int stop = start + 1;
        while (stop < end && bytes.getByte(stop) != '"') {
            stop++;
        }
        String id = bytes.getString(start + 1, stop, StandardCharsets.US_ASCII.name());
        return stop < end && isId(id) ? id : null;
    }
}
