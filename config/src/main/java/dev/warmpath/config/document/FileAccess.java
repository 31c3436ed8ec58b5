package dev.warmpath.config.document;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;

/** Who may read the files that a configuration names. */
public final class FileAccess {

    private FileAccess() {}

    /** Whether users of the machine beside owner and group may read the file; false where that cannot be told. */
    public static boolean openToOthers(Path file) {
        try {
            return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
        } catch (IOException | UnsupportedOperationException unknown) {
            return false;
        }
    }
}
