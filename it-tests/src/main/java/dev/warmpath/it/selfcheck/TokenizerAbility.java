package dev.warmpath.it.selfcheck;

import dev.warmpath.it.demo.TemporaryDemoModel;
import dev.warmpath.router.prompt.tokens.SegmentCache;
import dev.warmpath.router.prompt.tokens.TextTokenizer;
import java.nio.file.Path;
import java.util.Arrays;

/** Loads the native tokenizer and encodes a text. */
final class TokenizerAbility implements Ability {

    private static final String TEXT = "the cache holds blocks";

    /** Of the demo model, as Python's tokenizers library has them (golden-tokens.json of the router's tests). */
    private static final int[] TOKENS = {1049, 1498, 4628, 2412};

    @Override
    public String show() throws Exception {
        try (TemporaryDemoModel model = TemporaryDemoModel.unpack()) {
            return encode(model.directory());
        }
    }

    private static String encode(Path model) throws Exception {
        try (TextTokenizer tokenizer = TextTokenizer.load(model, new SegmentCache(0))) {
            int[] seen = tokenizer.encode(TEXT, false, () -> false);
            if (!Arrays.equals(seen, TOKENS)) {
                throw new IllegalStateException(
                        "\"" + TEXT + "\" became " + Arrays.toString(seen) + " instead of " + Arrays.toString(TOKENS));
            }
            return "loaded; \"" + TEXT + "\" is " + Arrays.toString(seen);
        }
    }
}
