package dev.warmpath.router.prompt.words;

/**
 * {@link WordRule#BY_CASE}: gpt-oss's. A word is of large letters, then small ones; an English ending belongs to it, and
 * slashes and new lines to the marks before them.
 */
record CaseCut() implements WordCut {

    private static final int DIGITS = 3;

    @Override
    public int end(String text, int at) {
        int start = Ascii.opener(text, at);
        int end = Ascii.lower(text, Ascii.upper(text, start));
        if (end > start) {
            return Ascii.ending(text, end);
        }
        end = Ascii.digits(text, at, DIGITS);
        if (end > at) {
            return end;
        }
        start = Ascii.blank(text, at);
        end = Ascii.marks(text, start);
        if (end > start) {
            return slashesAndNewLines(text, end);
        }
        end = Ascii.spacesToNewLine(text, at);
        return end > at ? end : Ascii.spacesBefore(text, at);
    }

    private static int slashesAndNewLines(String text, int at) {
        int end = at;
        for (int next = Ascii.newLines(text, end); next > end; next = Ascii.newLines(text, end)) {
            end = next;
            while (end < text.length() && text.charAt(end) == '/') {
                end++;
            }
        }
        return end;
    }
}
