package dev.warmpath.router.usage;

import dev.warmpath.scorer.feedback.Wording;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds two numbers in JSON that comes byte by byte: the prompt's tokens, and those of them that were cached. Engines tell
 * them in four ways (engines.md D, E and F of the reference notes):
 *
 * <table>
 * <caption>Where the numbers stand</caption>
 * <tr><td>chats, completions</td><td>{@code usage.prompt_tokens}, {@code usage.prompt_tokens_details.cached_tokens}</td></tr>
 * <tr><td>responses</td><td>{@code usage.input_tokens}, {@code usage.input_tokens_details.cached_tokens}; in a stream inside
 * the event's {@code response}</td></tr>
 * <tr><td>messages</td><td>{@code usage.input_tokens} without {@code usage.cache_read_input_tokens} and
 * {@code usage.cache_creation_input_tokens}, as Anthropic counts; a stream begins with them inside {@code message}</td></tr>
 * <tr><td>SGLang's own</td><td>{@code meta_info.prompt_tokens}, {@code meta_info.cached_tokens}</td></tr>
 * </table>
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

    /** A whole answer inside of an event. */
    private static final int HELD = 5;

    /** What is looked for is not one of the names here. */
    private static final int NOTHING = -1;

    private static final byte[] USAGE_NAME = name("usage");
    private static final byte[] META_NAME = name("meta_info");
    private static final byte[] MESSAGE_NAME = name("message");
    private static final byte[] RESPONSE_NAME = name("response");
    private static final byte[] DETAILS_NAME = name("prompt_tokens_details");
    private static final byte[] INPUT_DETAILS_NAME = name("input_tokens_details");
    private static final byte[] PROMPT_NAME = name("prompt_tokens");
    private static final byte[] INPUT_NAME = name("input_tokens");
    private static final byte[] CACHED_NAME = name("cached_tokens");
    private static final byte[] READ_NAME = name("cache_read_input_tokens");
    private static final byte[] CREATED_NAME = name("cache_creation_input_tokens");
    private static final int LONGEST_NAME = CREATED_NAME.length;

    private static final long NO_NUMBER = -1;

    /** The value is something else than a whole number that fits. */
    private static final long BAD_NUMBER = -2;

    private int node = OUTSIDE;

    /** Whether {@link #TOP}'s answer stands inside of an event. */
    private boolean held;

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

    /** Of the usage that is being read, by the names of responses and messages. */
    private int input = AnswerUsage.ABSENT;

    private int cacheRead = AnswerUsage.ABSENT;
    private int cacheCreated = AnswerUsage.ABSENT;
    private boolean detailed;
    private Wording wording = Wording.OPENAI;

    private static byte[] name(String name) {
        return name.getBytes(StandardCharsets.US_ASCII);
    }

    /** Another JSON text begins; what was found stays. */
    void restart() {
        node = OUTSIDE;
        held = false;
        skipped = 0;
        inString = false;
        escaped = false;
        inKey = false;
        keyExpected = false;
        number = NO_NUMBER;
    }

    @Nullable
    AnswerUsage usage() {
        return usageSeen ? new AnswerUsage(promptTokens, cachedTokens, wording) : null;
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
        held |= node == HELD;
        if (node == USAGE) {
            input = AnswerUsage.ABSENT;
            cacheRead = AnswerUsage.ABSENT;
            cacheCreated = AnswerUsage.ABSENT;
            detailed = false;
        }
        detailed |= node == DETAILS;
    }

    /** The object that begins here, or {@link #NOTHING} when it is none of those on the way. */
    private int entered() {
        return switch (node) {
            case OUTSIDE -> TOP;
            case TOP -> {
                if (isKey(MESSAGE_NAME) || isKey(RESPONSE_NAME)) {
                    yield HELD;
                }
                yield isKey(USAGE_NAME) ? USAGE : isKey(META_NAME) ? META : NOTHING;
            }
            case HELD -> isKey(USAGE_NAME) ? USAGE : NOTHING;
            case USAGE -> isKey(DETAILS_NAME) || isKey(INPUT_DETAILS_NAME) ? DETAILS : NOTHING;
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
            case USAGE -> {
                sumUp();
                yield held ? HELD : TOP;
            }
            case META -> TOP;
            case HELD -> {
                held = false;
                yield TOP;
            }
            default -> OUTSIDE;
        };
        // Until the next comma no name can come, and what closed must not look like the value of one.
        keyLength = 0;
        keyExpected = false;
    }

    /** Of a message the prompt is the sum of its parts; of a response the whole stands there by itself. */
    private void sumUp() {
        if (input != AnswerUsage.ABSENT) {
            long prompt = (long) input + Math.max(0, cacheRead) + Math.max(0, cacheCreated);
            promptTokens = prompt > Integer.MAX_VALUE ? AnswerUsage.ABSENT : (int) prompt;
            wording = detailed ? Wording.OPENAI : Wording.ANTHROPIC;
        }
        if (cacheRead != AnswerUsage.ABSENT) {
            cachedTokens = cacheRead;
        }
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
            } else if (node == USAGE) {
                inUsage((int) number);
            }
        }
        number = NO_NUMBER;
    }

    private void inUsage(int value) {
        if (isKey(INPUT_NAME)) {
            input = value;
        } else if (isKey(READ_NAME)) {
            cacheRead = value;
        } else if (isKey(CREATED_NAME)) {
            cacheCreated = value;
        }
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
