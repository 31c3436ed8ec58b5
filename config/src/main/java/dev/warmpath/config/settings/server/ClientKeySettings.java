package dev.warmpath.config.settings.server;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that clients of the data port may call with (in {@code server:}). Those of the configuration and those of the file
 * add up. With neither written, every client may call.
 *
 * @param keys those in the configuration itself
 * @param keysFile a file with more, which may change while the router runs; or null
 * @param keysReload how often the file is looked at
 */
public record ClientKeySettings(
        List<ClientKey> keys, @Nullable Path keysFile, Duration keysReload) {

    private static final Duration RELOAD = Duration.ofSeconds(5);

    public ClientKeySettings {
        keys = List.copyOf(keys);
    }

    /** Every client may call. */
    public static ClientKeySettings defaults() {
        return of(List.of());
    }

    /** These keys, and no file. */
    public static ClientKeySettings of(List<ClientKey> keys) {
        return new ClientKeySettings(keys, null, RELOAD);
    }

    /** Whether calls must carry a key, also while there happens to be none that would open. */
    public boolean required() {
        return !keys.isEmpty() || keysFile != null;
    }
}
