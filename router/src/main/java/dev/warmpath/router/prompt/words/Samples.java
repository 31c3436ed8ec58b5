package dev.warmpath.router.prompt.words;

import java.util.List;
import java.util.SplittableRandom;

/** Texts on which a tokenizer is tried before it is believed. */
final class Samples {

    private static final int RANDOM_CHARS = 2000;

    static final List<String> TEXTS = List.of(
            "I'm sure they'LL say it's what we've DON'T'd: \"John's\" x'sy 'S 'v",
            "int[] a = {1, 22, 333, 4444, 55555};\r\n\r\n\tfor (x : a)  { f(x)/2 + y_z; } // end\n\n\n   next\n  \n ",
            "camelCase HTTPServer XMLs'll  12,345.67   $9 ...!? \t\t a\t1 \f\u000b\u0000\u001f\u007f",
            random());

    private Samples() {}

    private static String random() {
        SplittableRandom random = new SplittableRandom(1);
        StringBuilder text = new StringBuilder(RANDOM_CHARS);
        for (int i = 0; i < RANDOM_CHARS; i++) {
            text.append((char) random.nextInt(Ascii.CHARS));
        }
        return text.toString();
    }
}
