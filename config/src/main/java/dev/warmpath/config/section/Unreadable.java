package dev.warmpath.config.section;

/** A value that is not of the kind asked for. Carries the problem's message and remedy; has no stack trace. */
public final class Unreadable extends Exception {

    private static final long serialVersionUID = 1L;

    private final String remedy;

    /**
     * @param message what is wrong with the value, to follow its path: "is not a whole number"
     * @param remedy what to write instead, as a sentence without full stop
     */
    public Unreadable(String message, String remedy) {
        super(message, null, false, false);
        this.remedy = remedy;
    }

    public String message() {
        return String.valueOf(getMessage());
    }

    public String remedy() {
        return remedy;
    }
}
