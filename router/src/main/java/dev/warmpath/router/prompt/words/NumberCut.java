package dev.warmpath.router.prompt.words;

/**
 * {@link WordRule#numbersOf}: Qwen's, Llama's, GLM's. Numbers are cut into groups of so many digits; one character of
 * whatever kind belongs to the letters behind it, new lines to the marks before them.
 *
 * @param digits of one word at most
 */
record NumberCut(int digits) implements WordCut {

    @Override
    public int end(String text, int at) {
        int end = Ascii.ending(text, at);
        if (end > at) {
            return end;
        }
        int start = Ascii.opener(text, at);
        end = Ascii.letters(text, start);
        if (end > start) {
            return end;
        }
        end = Ascii.digits(text, at, digits);
        if (end > at) {
            return end;
        }
        start = Ascii.blank(text, at);
        end = Ascii.marks(text, start);
        if (end > start) {
            return Ascii.newLines(text, end);
        }
        end = Ascii.spacesToNewLine(text, at);
        return end > at ? end : Ascii.spacesBefore(text, at);
    }
}
