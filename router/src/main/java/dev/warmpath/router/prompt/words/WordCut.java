package dev.warmpath.router.prompt.words;

/**
 * Cuts ASCII text into words as a tokenizer's expression does, written out: an expression that is interpreted takes some
 * fourteen times as long, more than all the rest of what a new text costs. Each links to its expression, and a test holds the two against each other.
 */
sealed interface WordCut permits ByteLevelCut, NumberCut, CaseCut {

    /**
     * Where the word ends that begins here.
     *
     * @param text of ASCII characters only
     * @param at below the text's length
     * @return greater than {@code at}
     */
    int end(String text, int at);
}
