package dev.warmpath.router.snapshot;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** Why the file could not be written; shared by metrics, doctor, admin API and logs. */
public enum WriteFault {
    /** The disk is full, or the router's share of it. */
    NO_SPACE,
    /** The directory is not the router's to write in. */
    DENIED,
    /** The directory is not there. */
    NO_DIRECTORY,
    /** What lies there is no snapshot, or cannot be read: it may be somebody's, and is left alone. */
    NOT_OURS,
    /** A thread of the event streams did not answer in time. */
    UNANSWERED,
    /** Something else, as the log tells. */
    OTHER;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Neither the JDK nor POSIX has a type of its own for a full disk: it is told by what the system says. */
    static WriteFault of(IOException failed) {
        if (failed instanceof AccessDeniedException) {
            return DENIED;
        }
        if (failed instanceof NoSuchFileException) {
            return NO_DIRECTORY;
        }
        String said = failed instanceof FileSystemException file ? file.getReason() : failed.getMessage();
        if (said == null) {
            return OTHER;
        }
        if (said.contains("No space left") || said.contains("quota exceeded")) {
            return NO_SPACE;
        }
        return said.contains("Read-only file system") || said.contains("Operation not permitted") ? DENIED : OTHER;
    }
}
