package dev.warmpath.router.cluster.wire;

import java.util.Locale;

/** Why a message, or a connection between routers, was not taken. */
public enum Refused {
    /** It is not signed with this router's {@code cluster.secret}, or at all. */
    UNSIGNED,
    /** Its sender writes messages another way: a router of another release. */
    OTHER_FORMAT,
    /** It was said before: its number is not above those that its sender has said. */
    REPLAYED,
    /** It does not say what its own lengths promise. */
    MALFORMED,
    /** Its sender is one more than {@code cluster.max_members}. */
    TOO_MANY_MEMBERS,
    /** More messages wait than are taken at one time. */
    BACKLOG,
    /** A connection between routers whose other side knows another {@code cluster.secret}. */
    OTHER_SECRET,
    /** A connection to a port between routers whose other side is no router, or one too many that says nothing. */
    STRANGER;

    /** As logs, metrics and answers write it. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
