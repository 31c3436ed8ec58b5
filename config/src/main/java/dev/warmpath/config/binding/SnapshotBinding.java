package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.size;

import dev.warmpath.config.binding.files.FilePaths;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.SnapshotSettings;
import java.nio.file.Path;
import java.time.Duration;

/** The section {@code snapshot}. */
final class SnapshotBinding {

    private SnapshotBinding() {}

    /** @param directory what a relative path starts from */
    static SnapshotSettings bind(Section section, SnapshotSettings now, Path directory) {
        return new SnapshotSettings(
                section.optional("path", new FilePaths(directory).kind(), now.path()),
                section.value("interval", duration(Duration.ofMillis(100), Duration.ofDays(1)), now.interval()),
                section.value("max_age", duration(Duration.ofSeconds(1), Duration.ofDays(365)), now.maxAge()),
                section.value("max_size", size(1 << 20, 1L << 40), now.maxSizeBytes()));
    }
}
