package dev.warmpath.it.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Bodies of a completion that are odd in one way each, and what is owed to each of them. */
enum OddBody {
    EMPTY("", "invalid_json"),
    BLANK(" \r\n\t ", "invalid_json"),
    A_LIST("[" + good("") + "]", "invalid_json"),
    A_STRING("\"model\"", "invalid_json"),
    A_NUMBER("17", "invalid_json"),
    A_NULL("null", "invalid_json"),
    CUT_OFF("{\"model\":\"m\",\"prompt\":[1,2", "invalid_json"),
    TRAILING_TEXT(good("") + "x", "invalid_json"),
    TRAILING_OBJECT(good("") + good(""), "invalid_json"),
    TRAILING_NUL(good("") + "\u0000", "invalid_json"),
    TRAILING_BLANKS(good("") + "\r\n \t\n", null),
    NUL_IN_A_STRING(good(",\"user\":\"a\u0000b\""), "invalid_json"),
    NUL_BETWEEN_MEMBERS(good(",\u0000\"user\":1"), "invalid_json"),
    ESCAPED_NUL(good(",\"user\":\"a\\u0000b\""), null),
    BYTE_ORDER_MARK("\ufeff" + good(""), "invalid_json"),
    UTF_16_LITTLE(good(""), UTF_16LE, "invalid_json"),
    UTF_16_BIG(good(""), UTF_16BE, "invalid_json"),
    LATIN_1(good(",\"user\":\"caf\u00e9\""), ISO_8859_1, "invalid_utf8"),
    NO_UTF_8(bytes(good(",\"user\":\"a@@b\""), 0xff, 0xfe), "invalid_utf8"),
    OVERLONG_SLASH(bytes(good(",\"user\":\"a@@b\""), 0xc0, 0xaf), "invalid_utf8"),
    RAW_SURROGATE(bytes(good(",\"user\":\"a@@@b\""), 0xed, 0xa0, 0x80), "invalid_utf8"),
    ESCAPED_LONE_SURROGATE(good(",\"user\":\"a\\ud800b\""), null),
    ESCAPED_PAIR_IN_WRONG_ORDER(good(",\"user\":\"\\udc00\\ud800\""), null),
    LONE_SURROGATE_IN_A_NAME(good(",\"a\\ud800\":1"), "invalid_json"),
    MANY_EMOJI(good(",\"user\":\"" + "\ud83d\ude00".repeat(10_000) + "\""), null),
    COMBINING_MARKS(good(",\"user\":\"" + "e\u0301\u200c\u200d".repeat(5_000) + "\""), null),
    REPEATED_MEMBER(good(",\"model\":\"m\""), "duplicate_key"),
    REPEATED_MEMBER_IN_DISGUISE(good(",\"mod\\u0065l\":\"m\""), "duplicate_key"),
    REPEATED_MEMBER_DEEPER(good(",\"metadata\":{\"a\":1,\"a\":2}"), null),
    DEEP_LISTS("{\"model\":\"m\",\"prompt\":" + "[".repeat(100_000), "limit_exceeded"),
    DEEP_OBJECTS("{\"model\":\"m\",\"prompt\":" + "{\"a\":".repeat(100_000), "limit_exceeded"),
    DEEP_BUT_CLOSED(good(",\"metadata\":" + "[".repeat(10_000) + "]".repeat(10_000)), "limit_exceeded"),
    DEEP_AS_ALLOWED(good(",\"metadata\":" + "[".repeat(200) + "]".repeat(200)), null),
    VERY_MANY_MEMBERS(good(members(50_000)), "limit_exceeded"),
    MANY_MEMBERS(good(members(500)), null),
    VAST_EXPONENT(good(",\"temperature\":1e999999999"), null),
    TINY_EXPONENT(good(",\"temperature\":-1e-999999999"), null),
    INTEGER_OF_400_DIGITS(good(",\"seed\":" + "9".repeat(400)), null),
    INTEGER_OF_100000_DIGITS(good(",\"seed\":" + "9".repeat(100_000)), "limit_exceeded"),
    NOT_A_NUMBER(good(",\"temperature\":NaN"), "invalid_json"),
    MINUS_ZERO(good(",\"temperature\":-0"), null),
    LEADING_ZERO(good(",\"seed\":007"), "invalid_json"),
    CHOICES_WITH_VAST_EXPONENT(good(",\"n\":1e999999999"), "invalid_type"),
    CHOICES_OF_400_DIGITS(good(",\"n\":" + "9".repeat(400)), "invalid_value"),
    TOKEN_OF_400_DIGITS("{\"model\":\"m\",\"prompt\":[1," + "9".repeat(400) + "]}", "invalid_value"),
    TOKEN_WITH_EXPONENT("{\"model\":\"m\",\"prompt\":[1,1e999999999]}", "invalid_value");

    /** One character for each byte, so that the constant cannot change. */
    private final String octets;

    private final @Nullable String refusal;

    OddBody(String json, @Nullable String refusal) {
        this(json, UTF_8, refusal);
    }

    OddBody(String json, Charset charset, @Nullable String refusal) {
        this(json.getBytes(charset), refusal);
    }

    OddBody(byte[] bytes, @Nullable String refusal) {
        this.octets = new String(bytes, ISO_8859_1);
        this.refusal = refusal;
    }

    byte[] bytes() {
        return octets.getBytes(ISO_8859_1);
    }

    /** The code of the 400 that it gets; null where it is good, and passed on as it is. */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** A good completion with these members more. */
    private static String good(String more) {
        return "{\"model\":\"m\",\"prompt\":[1,2,3,4,5]" + more + "}";
    }

    private static String members(int count) {
        return IntStream.range(0, count).mapToObj(i -> ",\"k" + i + "\":0").collect(Collectors.joining());
    }

    /** The text with these bytes in the place of its at signs, in turn. */
    private static byte[] bytes(String text, int... instead) {
        byte[] all = text.getBytes(UTF_8);
        int next = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == '@') {
                all[i] = (byte) instead[next++];
            }
        }
        return all;
    }
}
