package dev.warmpath.router.usage;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds two numbers in JSON that comes byte by byte: {@code usage.prompt_tokens} and
 * {@code usage.prompt_tokens_details.cached_tokens} (engines.md D and E of the reference notes), or the same two under
 * {@code meta_info}, where SGLang's own endpoints have them.
 *
 * <p>Only where it stands on the way to these does it know which object it is in; everything else is skipped by counting
 * brackets outside of strings. So text that merely looks like usage, in what a model says or a client sent, is never
 * taken for it, and no depth or length of the input costs memory. Input that is no JSON leads to no usage, or to that of
 * its well-formed part.
 */
final class UsageReader {

    /** Objects on the way; {@link #OUTSIDE} before and after the outermost. */
    private static final int OUTSIDE = 0;

    private static final int TOP = 1;
    private static final int USAGE = 2;
    private static final int DETAILS = 3;
    private static final int META = 4;

    /** What is looked for is not one of the names here. */
    private static final int NOTHING = -1;

    private static final byte[] USAGE_NAME = name("usage");
    private static final byte[] META_NAME = name("meta_info");
    private static final byte[] DETAILS_NAME = name("prompt_tokens_details");
    private static final byte[] PROMPT_NAME = name("prompt_tokens");
    private static final byte[] CACHED_NAME = name("cached_tokens");
    private static final int LONGEST_NAME = DETAILS_NAME.length;

    private static final long NO_NUMBER = -1;

    /** The value is something else than a whole number that fits. */
    private static final long BAD_NUMBER = -2;

    private int node = OUTSIDE;

    /** Open brackets of what is being skipped. */
    private long skipped;

    private boolean inString;
    private boolean escaped;
    private boolean inKey;
    private boolean keyExpected;
    private final byte[] key = new byte[LONGEST_NAME];
    private int keyLength;
    private long number = NO_NUMBER;

    private boolean usageSeen;
    private int promptTokens = AnswerUsage.ABSENT;
    private int cachedTokens = AnswerUsage.ABSENT;

    private static byte[] name(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    /** Another JSON text begins; what was found stays. */
    void restart() {
        node = OUTSIDE;
        skipped = 0;
        inString = false;
        escaped = false;
        inKey = false;
        keyExpected = false;
        number = NO_NUMBER;
    }

    @Nullable
    AnswerUsage usage() {
        return usageSeen ? new AnswerUsage(promptTokens, cachedTokens) : null;
    }

    void take(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to) {
            if (inString && !inKey && !escaped) {
                i = textEnd(bytes, i, to);
            }
            if (i < to) {
                take(bytes[i++]);
            }
        }
    }

    /** Where a string's text meets its end or an escape. */
    private static int textEnd(byte[] bytes, int from, int to) {
        int i = from;
        while (i < to && bytes[i] != '"' && bytes[i] != '\\') {
            i++;
        }
        return i;
    }

    private void take(byte b) {
        if (inString) {
            inString(b);
            return;
        }
        switch (b) {
            case '"' -> beginString();
            case '{', '[' -> open(b == '{');
            case '}', ']' -> close();
            case ',' -> {
                if (skipped == 0) {
                    endValue();
                    keyLength = 0;
                    keyExpected = node != OUTSIDE;
                }
            }
            case ':', ' ', '\t', '\n', '\r' -> {
                // What stands on either side says enough.
            }
            default -> {
                if (skipped == 0 && node != OUTSIDE) {
                    digit(b);
                }
            }
        }
    }

    private void beginString() {
        inString = true;
        if (skipped == 0 && keyExpected) {
            inKey = true;
            keyExpected = false;
            keyLength = 0;
        }
    }

    private void inString(byte b) {
        if (escaped) {
            escaped = false;
        } else if (b == '"') {
            inString = false;
            inKey = false;
            return;
        } else if (b == '\\') {
            escaped = true;
        }
        if (inKey) {
            // A name with an escape is none of those looked for: its backslash is kept.
            if (keyLength < key.length) {
                key[keyLength] = b;
            }
            keyLength = Math.min(keyLength + 1, LONGEST_NAME + 1);
        }
    }

    private void open(boolean object) {
        int into = skipped == 0 && object ? entered() : NOTHING;
        if (into == NOTHING) {
            skipped++;
            return;
        }
        node = into;
        usageSeen |= node == USAGE || node == META;
        keyExpected = true;
    }

    /** The object that begins here, or {@link #NOTHING} when it is none of those on the way. */
    private int entered() {
        return switch (node) {
            case OUTSIDE -> TOP;
            case TOP -> isKey(USAGE_NAME) ? USAGE : isKey(META_NAME) ? META : NOTHING;
            case USAGE -> isKey(DETAILS_NAME) ? DETAILS : NOTHING;
            default -> NOTHING;
        };
    }

    private void close() {
        if (skipped > 0) {
            skipped--;
            return;
        }
        endValue();
        node = switch (node) {
            case DETAILS -> USAGE;
            case USAGE, META -> TOP;
            default -> OUTSIDE;
        };
        // Until the next comma no name can come, and what closed must not look like the value of one.
        keyLength = 0;
        keyExpected = false;
    }

    private void digit(byte b) {
        if (b < '0' || b > '9' || number == BAD_NUMBER) {
            number = BAD_NUMBER;
            return;
        }
        number = Math.max(number, 0) * 10 + (b - '0');
        if (number > Integer.MAX_VALUE) {
            number = BAD_NUMBER;
        }
    }

    private void endValue() {
        if (number >= 0) {
            if ((node == USAGE || node == META) && isKey(PROMPT_NAME)) {
                promptTokens = (int) number;
            } else if ((node == DETAILS || node == META) && isKey(CACHED_NAME)) {
                cachedTokens = (int) number;
            }
        }
        number = NO_NUMBER;
    }

    private boolean isKey(byte[] name) {
        if (keyLength != name.length) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (key[i] != name[i]) {
                return false;
            }
        }
        return true;
    }
}
