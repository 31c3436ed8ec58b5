package dev.warmpath.router.prompt.words;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each cut is the expression that it stands for: on ASCII text Java's expressions mean what tokenizers' mean. */
class WordCutTest {

    private static final int TEXTS = 20_000;
    private static final int LONGEST = 24;

    /** Where alternatives meet: parts of endings, all kinds of spaces, marks with a meaning, both cases, digits. */
    private static final String CROWDED = "sStTrReEvVmMlLdDxX''''    \t\n\r\n\r\f\u000b1234/.!_";

    static List<String> expressions() {
        return List.of(
                WordRule.BYTE_LEVEL, WordRule.BY_CASE, WordRule.numbersOf("\\p{N}"), WordRule.numbersOf("\\p{N}{1,3}"));
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void aTextIsCutWhereItsExpressionCutsIt(String expression) {
        WordCut cut = Objects.requireNonNull(WordRule.cut(expression));
        Pattern words = Pattern.compile(expression);
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < TEXTS; i++) {
            compare(cut, words, text(random));
        }
        for (String sample : Samples.TEXTS) {
            compare(cut, words, sample);
        }
    }

    private static void compare(WordCut cut, Pattern words, String text) {
        Matcher word = words.matcher(text);
        for (int at = 0; at < text.length(); at = word.end()) {
            assertThat(word.find()).as("%s at %d", text, at).isTrue();
            assertThat(cut.end(text, at)).as("<%s> at %d", text, at).isEqualTo(word.end());
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(1, LONGEST);
        while (text.length() < length) {
            boolean any = random.nextInt(8) == 0;
            text.append(any ? (char) random.nextInt(Ascii.CHARS) : CROWDED.charAt(random.nextInt(CROWDED.length())));
        }
        return text.toString();
    }

    @Test
    void anotherExpressionHasNone() {
        assertThat(WordRule.cut("\\w+")).isNull();
    }
}
