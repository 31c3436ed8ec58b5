package dev.warmpath.router.discovery.source;

/**
 * A worker that is announced and does not join.
 *
 * @param origin as {@link Announcement#origin}
 * @param detail what is wrong, for an operator; holds no secret
 */
public record Rejection(String origin, RejectionReason reason, String detail) {

    private static final int LONGEST = 400;

    /** Keeps what others wrote to one line of a readable length. */
    public Rejection {
        origin = line(origin);
        detail = line(detail);
    }

    private static String line(String text) {
        String plain = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        return plain.replaceAll("\\p{Cntrl}", "?");
    }
}
