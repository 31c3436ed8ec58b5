package dev.warmpath.router.prompt.words;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is found is right; what does not fit is gone. */
class WordTableTest {

    private static final int MORE_THAN_FIT = 200_000;

    private final WordTable table = new WordTable();

    @Test
    void aWordIsFoundWhereverItStandsAndNothingElseIs() {
        table.put(" word", new int[] {7, 8});

        assertThat(table.find("a word here", 1, 6)).containsExactly(7, 8);
        assertThat(table.find("a words here", 1, 7)).isNull();
        assertThat(table.find("a wore here", 1, 6)).isNull();
        assertThat(table.find("a word", 2, 6)).isNull();
    }

    @Test
    void moreWordsThanThereArePlacesPushOthersOutAndAreNeverMixedUp() {
        for (int i = 0; i < MORE_THAN_FIT; i++) {
            table.put("w" + i, new int[] {i});
        }
        int found = 0;
        for (int i = 0; i < MORE_THAN_FIT; i++) {
            String word = "w" + i;
            int[] ids = table.find(word, 0, word.length());
            if (ids != null) {
                found++;
                assertThat(ids).as(word).containsExactly(i);
            }
        }
        assertThat(found).as("of 65,536 places").isBetween(50_000, 65_536);
    }

    @Test
    void aVeryLongWordIsNotKept() {
        String longWord = "w".repeat(WordTable.LONGEST + 1);
        table.put(longWord, new int[] {1});

        assertThat(table.find(longWord, 0, longWord.length())).isNull();
    }
}
