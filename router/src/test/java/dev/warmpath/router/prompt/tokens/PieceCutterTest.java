package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.prompt.cache.Remembered;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A text that comes in parts is cut where it would be cut whole, or the cutter says that it cannot tell. */
class PieceCutterTest {

    private static final AddedTokens TOKENS = new AddedTokens(List.of(
            token("<|im_start|>", true),
            token("<|im_end|>", true),
            token("<|im_end|><|", true),
            token("<think>", false)));

    private record Home() implements Remembered {

        @Override
        public Object key() {
            return this;
        }

        @Override
        public long bytes() {
            return 0;
        }
    }

    /** Writes down what it is given; pieces in brackets. */
    private static final class Written implements PieceCutter.Sink {

        private final List<String> seen = new ArrayList<>();
        private int known;
        private boolean complete;

        @Override
        public void piece(String text) {
            seen.add("[" + text + "]");
        }

        @Override
        public void piece(String before, KnownText text, String behind) {
            known++;
            piece(before + text.text() + behind);
        }

        @Override
        public void token(AddedToken token) {
            seen.add(token.content());
        }
    }

    private static AddedToken token(String content, boolean cut) {
        return new AddedToken(content, new Piece(new int[] {1}), cut ? new Cut(true, false, false) : Cut.NONE);
    }

    private static Written cut(PromptText text) throws Exception {
        Written written = new Written();
        written.complete = new PieceCutter(TOKENS, 1, written).cut(text);
        return written;
    }

    @Test
    void partsAreCutAsTheWholeIs() throws Exception {
        long seed = 51_000;
        Random random = new Random(seed);
        int byParts = 0;
        int known = 0;
        int asked = 0;
        for (int i = 0; i < 4_000; i++) {
            String text = TestTokenizers.chat(random);
            List<String> parts = new ArrayList<>();
            List<KnownText> texts = new ArrayList<>();
            for (int at = 0; at < text.length(); ) {
                int end = Math.min(text.length(), at + 1 + random.nextInt(40));
                parts.add(text.substring(at, end));
                if (random.nextInt(3) > 0) {
                    texts.add(new KnownText(parts.get(parts.size() - 1), new Home()));
                }
                at = end;
            }
            Written whole = cut(PromptText.of(text));
            // The second time, it is known of the texts whether they have a cut.
            for (int turn = 0; turn < 2; turn++) {
                Written seen = cut(PromptText.of(parts, texts));
                asked++;
                if (seen.complete) {
                    assertThat(seen.seen)
                            .as("seed %d, text %d: %s", seed, i, parts)
                            .isEqualTo(whole.seen);
                    byParts++;
                    known += seen.known;
                }
            }
        }
        assertThat(byParts).as("of %d texts, those cut by their parts", asked).isBetween(asked / 4, asked - 1);
        assertThat(known).as("pieces around one known text").isPositive();
    }

    @Test
    void aTokenThatReachesIntoTheNextPartIsNotOverlooked() throws Exception {
        assertThat(cut(PromptText.of(List.of("a<|im_", "start|>b"), List.of())).complete)
                .isFalse();
        assertThat(cut(PromptText.of(List.of("a<|im_end|>", "<|"), List.of())).complete)
                .as("a token that may be the beginning of a longer one")
                .isFalse();
        assertThat(cut(PromptText.of(List.of("a", "b<|im_"), List.of())).seen).containsExactly("[ab<|im_]");
    }
}
