package dev.warmpath.config.settings.server;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key that clients of the data port may call with ({@code server.keys[]}, or an entry of {@code server.keys_file}). The
 * key itself is nowhere in the configuration.
 *
 * @param name tells keys apart, in logs and metrics too
 * @param sha256 SHA-256 of the key's UTF-8 bytes, 64 lower-case hexadecimal digits
 * @param expires from when on it opens nothing any more; null for never
 */
public record ClientKey(
        String name, String sha256, @Nullable Instant expires) {

    /** A key that does not expire. */
    public ClientKey(String name, String sha256) {
        this(name, sha256, null);
    }

    /** The digest is kept out of text: a key pasted in its place by mistake would be shown. */
    @Override
    public String toString() {
        return "ClientKey[name=" + name + ", sha256=***, expires=" + expires + "]";
    }
}
