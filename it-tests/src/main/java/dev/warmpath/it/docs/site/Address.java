package dev.warmpath.it.docs.site;

/** Where things are on the site: what is written in Markdown becomes HTML, and all else keeps its place. */
final class Address {

    private static final String README = "README.md";

    private Address() {}

    /** Where a page of the checkout is on the site. */
    static String ofPage(String page) {
        return page.endsWith("/" + README) || page.equals(README)
                ? page.substring(0, page.length() - README.length()) + "index.html"
                : page.substring(0, page.length() - ".md".length()) + ".html";
    }

    /** A link of a page, as it is on the site. */
    static String ofLink(String link) {
        if (isElsewhere(link)) {
            return link;
        }
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        String anchor = hash < 0 ? "" : link.substring(hash);
        return (file.endsWith(".md") ? ofPage(file) : file) + anchor;
    }

    /** Whether a link leaves the site. */
    static boolean isElsewhere(String link) {
        return link.matches("[a-z][a-z0-9+.-]*:.*") || link.startsWith("//");
    }

    /** The way from one page of the site to another, or to a file. */
    static String between(String from, String to) {
        int depth = (int) from.chars().filter(c -> c == '/').count();
        return "../".repeat(depth) + to;
    }
}
