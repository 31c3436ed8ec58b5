package dev.warmpath.router.access;

import org.jspecify.annotations.Nullable;

/** The credential of an {@code Authorization} header (RFC 6750, section 2.1). */
public final class Bearer {

    private static final String SCHEME = "Bearer ";

    private Bearer() {}

    /** What follows the scheme, or null where the header is not there or of another scheme. */
    public static @Nullable String of(@Nullable String authorization) {
        return authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? authorization.substring(SCHEME.length())
                : null;
    }
}
