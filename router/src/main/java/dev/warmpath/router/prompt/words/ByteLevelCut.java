package dev.warmpath.router.prompt.words;

/** {@link WordRule#BYTE_LEVEL}: GPT-2's. A blank belongs to the word, number or marks behind it. */
record ByteLevelCut() implements WordCut {

    @Override
    public int end(String text, int at) {
        int ending = Ascii.ending(text, at);
        if (ending > at && isSmall(text, at + 1, ending)) {
            return ending;
        }
        int start = Ascii.blank(text, at);
        int end = Ascii.letters(text, start);
        if (end == start) {
            end = Ascii.digits(text, start, Integer.MAX_VALUE);
        }
        if (end == start) {
            end = Ascii.marks(text, start);
        }
        return end > start ? end : Ascii.spacesBefore(text, at);
    }

    /** Its endings are of small letters only. */
    private static boolean isSmall(String text, int start, int end) {
        return Ascii.lower(text, start) >= end;
    }
}
