package dev.warmpath.config.settings;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What the index held, kept from one run of the router to the next ({@code snapshot:}). Off unless there is a path.
 *
 * @param path the file; its directory must be there and be the router's to write in. Null for none
 * @param interval how often it is written anew; what engines published since must still be in their replay buffers for
 *     it to be of use after a crash
 * @param maxAge an older file is not read
 * @param maxSizeBytes of the file; ranks that do not fit are left out, and a larger file is not read
 */
public record SnapshotSettings(@Nullable Path path, Duration interval, Duration maxAge, long maxSizeBytes) {

    public static SnapshotSettings off() {
        return new SnapshotSettings(null, Duration.ofMinutes(1), Duration.ofHours(1), 1L << 30);
    }

    /** These settings with a file. */
    public SnapshotSettings at(Path file) {
        return new SnapshotSettings(file, interval, maxAge, maxSizeBytes);
    }
}
