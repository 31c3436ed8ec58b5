package dev.warmpath.it.docs.reference;

/** What stands in a table of Markdown. */
final class Cell {

    private Cell() {}

    /** Text as it is, whatever characters it has. */
    static String text(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace("*", "\\*")
                .replace("|", "\\|")
                .replace("\n", " ");
    }

    /** Code. */
    static String code(String text) {
        return "`" + text.replace("|", "\\|") + "`";
    }
}
