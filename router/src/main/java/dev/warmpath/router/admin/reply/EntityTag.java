package dev.warmpath.router.admin.reply;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import dev.warmpath.router.admin.registry.Condition;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The strong entity tag of what a {@code GET} shows (RFC 9110, 8.8.3): {@code "REVISION.CONTENT"}. The revision moves with
 * what callers change, the content's hash with all that is shown. {@code If-None-Match} asks for the same bytes, so both
 * parts count. {@code If-Match} guards a change against another caller's; counters that moved by themselves are none, so
 * the revision alone counts, and a worker under traffic can be changed on a condition.
 *
 * @param content the hash of what is shown
 */
public record EntityTag(String revision, String content) {

    private static final String IF_MATCH = "if-match";
    private static final String IF_NONE_MATCH = "if-none-match";
    private static final String ANY = "*";
    private static final String WEAK = "W/";
    private static final Hasher64 HASH = Hashing.xxh3_64();

    /** The tag of these bytes at this revision. */
    public static EntityTag of(String revision, byte[] shown) {
        return new EntityTag(revision, hash(shown));
    }

    /** A short text that differs wherever the bytes do. */
    public static String hash(byte[] bytes) {
        return Long.toHexString(HASH.hashBytesToLong(bytes));
    }

    /** As the header {@code ETag} has it. */
    public String text() {
        return '"' + revision + '.' + content + '"';
    }

    /** Whether the caller of a {@code GET} has what it would be shown. */
    public boolean held(HttpServerRequest request) {
        for (String header : request.headers().getAll(IF_NONE_MATCH)) {
            for (String tag : tags(header)) {
                // Weak comparison, as RFC 9110 has it for this header.
                if (tag.equals(ANY) || text().equals(tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** What {@code If-Match} asks for; without it every revision will do. */
    public static Condition condition(HttpServerRequest request) {
        List<String> headers = request.headers().getAll(IF_MATCH);
        return revision -> headers.isEmpty()
                || headers.stream()
                        .flatMap(header -> tags(header).stream())
                        .anyMatch(tag -> tag.equals(ANY) || revision.equals(revisionOf(tag)));
    }

    /** Null for a tag that is none of ours, and for a weak one: this comparison is a strong one. */
    private static @Nullable String revisionOf(String tag) {
        int dot = tag.indexOf('.');
        return tag.startsWith("\"") && dot > 0 ? tag.substring(1, dot) : null;
    }

    /** Ours have no commas. */
    private static List<String> tags(String header) {
        return List.of(header.strip().split("\\s*,\\s*"));
    }
}
