package dev.warmpath.it.docs.site;

/**
 * A link that does not do what it is for.
 *
 * @param page of the site, on which it stands
 * @param link as it stands there
 */
public record LinkFault(String page, String link, Reason reason) {

    /** What is wrong. */
    public enum Reason {
        NO_SUCH_FILE("there is no such file"),
        NO_SUCH_ANCHOR("the page has no such heading"),
        LEAVES_THE_SITE("the file is not part of the site"),
        NO_ADDRESS("is no address of the web"),
        NO_DESCRIPTION("the image has no text for those who do not see it"),
        ANCHOR_TWICE("the page has this anchor twice"),
        UNREACHABLE("no page links to this one");

        private final String words;

        Reason(String words) {
            this.words = words;
        }
    }

    @Override
    public String toString() {
        return page + ": " + link + ": " + reason.words;
    }
}
