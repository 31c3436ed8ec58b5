package dev.warmpath.config.binding.files;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Kinds;
import java.nio.file.Path;

/** Paths in a configuration: relative ones start from its directory. */
public final class FilePaths {

    private final Path directory;
    private final Kind<Path> kind;

    /** @param directory what a relative path starts from */
    public FilePaths(Path directory) {
        this.directory = directory.toAbsolutePath().normalize();
        this.kind = Kinds.text().as(text -> this.directory.resolve(text).normalize(), Path::toString);
    }

    public Kind<Path> kind() {
        return kind;
    }

    /** A path as a problem may show it: as short as it can be written. */
    public String shown(Path path) {
        boolean inside = path.startsWith(directory);
        return inside ? directory.relativize(path) + ", from " + directory : path.toString();
    }
}
