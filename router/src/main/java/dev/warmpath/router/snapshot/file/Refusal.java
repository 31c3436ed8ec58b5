package dev.warmpath.router.snapshot.file;

import java.util.Locale;

/** Why a whole file is not read; shared by metrics, doctor, admin API and logs. */
public enum Refusal {
    /** It is no snapshot. */
    FOREIGN,
    /** A later release wrote it. */
    FUTURE_VERSION,
    /** Its block hashes are made otherwise than this release makes them. */
    OTHER_HASHING,
    /** A checksum is wrong, or what it says contradicts itself. */
    CORRUPT,
    /** It is shorter than it was when it was written. */
    TRUNCATED,
    /** It was written longer ago than {@code snapshot.max_age}. */
    TOO_OLD,
    /** It is larger than {@code snapshot.max_size}. */
    TOO_LARGE,
    /** It is there and cannot be read: permissions, a directory, a disk's fault. */
    UNREADABLE;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
