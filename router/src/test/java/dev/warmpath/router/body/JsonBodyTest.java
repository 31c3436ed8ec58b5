package dev.warmpath.router.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is a body and what is not. Scenario 73 for the text in it. */
class JsonBodyTest {

    private static JsonBody parse(String json) throws BadRequest {
        return JsonBody.parse(json.getBytes(UTF_8));
    }

    private static BadRequest refusal(byte[] body) {
        return Objects.requireNonNull(
                catchThrowableOfType(BadRequest.class, () -> JsonBody.parse(body)), "the body was accepted");
    }

    private static BadRequest refusal(String json) {
        return refusal(json.getBytes(UTF_8));
    }

    private static JsonNode get(JsonBody body, String key) {
        return Objects.requireNonNull(body.get(key), key);
    }

    @Test
    void membersAreFoundByTheirUnescapedNames() throws BadRequest {
        JsonBody body = parse(" {\"mo\\u0064el\" : \"m\",\t\"n\":2, \"a\":[1,{\"b\":null}], \"z\":null} \n");

        assertThat(body.keys()).containsExactly("model", "n", "a", "z");
        assertThat(get(body, "model").textValue()).isEqualTo("m");
        assertThat(get(body, "a").toString()).isEqualTo("[1,{\"b\":null}]");
        assertThat(body.get("b")).isNull();
        assertThat(body.has("z")).isTrue();
        assertThat(body.hasValue("z")).isFalse();
        assertThat(body.hasValue("n")).isTrue();
        assertThat(body.has("b")).isFalse();
    }

    @Test
    void anEmptyObjectIsABody() throws BadRequest {
        assertThat(parse("{ }").keys()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "   ",
                "[]",
                "\"a\"",
                "1",
                "null",
                "{",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{,}",
                "{\"a\" 1}",
                "{a:1}",
                "{'a':1}",
                "{\"a\":01}",
                "{\"a\":1.}",
                "{\"a\":.5}",
                "{\"a\":+1}",
                "{\"a\":-}",
                "{\"a\":1e}",
                "{\"a\":1e+}",
                "{\"a\":0x1}",
                "{\"a\":NaN}",
                "{\"a\":Infinity}",
                "{\"a\":tru}",
                "{\"a\":truee}",
                "{\"a\":nul}",
                "{\"a\":[1,]}",
                "{\"a\":[1 2]}",
                "{\"a\":[1}",
                "{\"a\":{\"b\":1]}",
                "{\"a\":\"x}",
                "{\"a\":\"\\x\"}",
                "{\"a\":\"\\u12g4\"}",
                "{\"a\":\"\\u12\"}",
                "{\"a\":\"\n\"}",
                "{\"a\":\"\u0000\"}",
                "{\"a\":1}}",
                "{\"a\":1} x",
                "{\"a\":1}{}",
                "{\"a\":1}\u0000",
                "{\"a\":1,\"b\"}",
                "{\"a\":\u00a01}",
                "{\"a\":1/*c*/}",
                "{\"a\":[}",
                "{\"a\":]}",
                "{]",
                "{\"a\":{,}}",
                "{\"a\":{\"b\":1,}}",
                "{\"a\":\"\\"
            })
    void whatIsNotOneJsonObjectIsRefused(String json) {
        BadRequest refusal = refusal(json);

        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.code()).isEqualTo("invalid_json");
        assertThat(refusal.message()).startsWith("Request body, byte ");
    }

    @Test
    void theMessageSaysWhereAndNothingOfWhatTheBodySays() {
        assertThat(refusal("{\"secret\":\"word\" \"x\":1}").message())
                .isEqualTo("Request body, byte 17: expected a comma or a closing brace");
        assertThat(refusal("{\"secret\":[1,2").message())
                .isEqualTo("Request body, byte 14: expected a comma or a closing bracket, but the body ends here");
        assertThat(refusal("{\"secret\":\"abc").message())
                .isEqualTo("Request body, byte 10: the string that starts here has no end");
    }

    /** A second {@code bootstrap_room} in disguise would otherwise pass the router and count at the engine. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"model\":\"a\",\"x\":1,\"model\":\"b\"}",
                "{\"model\":\"a\",\"mo\\u0064el\":\"b\"}",
                "{\"\\u006dodel\":1,\"mode\\u006C\":1}"
            })
    void aRepeatedTopLevelKeyIsRefusedByName(String json) {
        BadRequest refusal = refusal(json);

        assertThat(refusal.code()).isEqualTo("duplicate_key");
        assertThat(refusal.param()).isEqualTo("model");
        assertThat(refusal.message()).contains("member model is there twice");
    }

    @Test
    void theNameOfARepeatedKeyIsShortAndPrintable() {
        String key = "\\u001b[31m" + "k".repeat(200);

        assertThat(refusal("{\"" + key + "\":1,\"" + key + "\":2}").param()).isEqualTo("?[31m" + "k".repeat(59));
    }

    @Test
    void repeatedKeysDeeperDownAreTheEnginesAffair() throws BadRequest {
        assertThat(parse("{\"a\":{\"b\":1,\"b\":2}}").has("a")).isTrue();
    }

    @Test
    void aByteOrderMarkIsNamed() {
        BadRequest refusal = refusal("\ufeff{}");

        assertThat(refusal.code()).isEqualTo("invalid_json");
        assertThat(refusal.message()).contains("byte-order mark");
    }

    /** RFC 3629: stray and missing continuation bytes, overlong forms, raw surrogates, values past U+10FFFF. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "fffe",
                "80",
                "bf",
                "c2",
                "c220",
                "c080",
                "c1bf",
                "e0",
                "e080",
                "e08080",
                "e09fbf",
                "e28228",
                "eda080",
                "edbfbf",
                "f0",
                "f0808080",
                "f08fbfbf",
                "f09f98",
                "f09f9822",
                "f4908080",
                "f5808080",
                "f8888080"
            })
    void bytesThatAreNotUtf8AreRefused(String hex) {
        byte[] before = "{\"model\":\"a".getBytes(UTF_8);
        byte[] bad = HexFormat.of().parseHex(hex);
        byte[] after = "\"}".getBytes(UTF_8);
        byte[] body = Arrays.copyOf(before, before.length + bad.length + after.length);
        System.arraycopy(bad, 0, body, before.length, bad.length);
        System.arraycopy(after, 0, body, before.length + bad.length, after.length);

        assertThat(refusal(body).code()).isEqualTo("invalid_utf8");
        assertThat(refusal(Arrays.copyOf(body, before.length + bad.length)).status())
                .isEqualTo(400);
    }

    @Test
    void everyCharacterThatUtf8HasIsAccepted() throws BadRequest {
        StringBuilder all = new StringBuilder();
        for (int c = ' '; c <= Character.MAX_CODE_POINT; c += c < 0x3000 ? 1 : 61) {
            if (c != '"' && c != '\\' && (c < 0xd800 || c > 0xdfff)) {
                all.appendCodePoint(c);
            }
        }
        all.appendCodePoint(0xd7ff)
                .appendCodePoint(0xe000)
                .appendCodePoint(0xffff)
                .appendCodePoint(0x10000);
        all.appendCodePoint(Character.MAX_CODE_POINT);

        assertThat(get(parse("{\"a\":\"" + all + "\"}"), "a").textValue()).isEqualTo(all.toString());
    }

    @Test
    void anEscapedLoneSurrogateIsLegalJson() throws BadRequest {
        assertThat(get(parse("{\"a\":\"a\\ud800b\"}"), "a").textValue()).isEqualTo("a\ud800b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\ud800", "\\udc00", "\\ud800\\ud800", "\\ud800x", "\\ud800\\n", "\\ud83d\\ude0"})
    void halfASurrogatePairInAMemberNameIsRefused(String name) throws BadRequest {
        assertThat(refusal("{\"" + name + "\":1}").code()).isEqualTo("invalid_json");
        assertThat(refusal("{\"a\":{\"" + name + "\":1}}").code()).isEqualTo("invalid_json");
        assertThat(parse("{\"\\ud83d\\ude00\":1}").keys()).containsExactly("😀");
    }

    @Test
    void nestingIsBoundedWithoutRecursion() throws BadRequest {
        int most = JsonScanner.MAX_DEPTH - 1;
        assertThat(parse("{\"a\":" + "[".repeat(most) + "]".repeat(most) + "}").has("a"))
                .isTrue();

        assertThat(refusal("{\"a\":" + "[".repeat(most + 1) + "]".repeat(most + 1) + "}")
                        .code())
                .isEqualTo("limit_exceeded");
        assertThat(refusal("{\"a\":" + "{\"b\":[".repeat(1_000_000)).message()).contains("nested deeper than 256");
    }

    @Test
    void theNumberOfMembersIsBounded() throws BadRequest {
        StringBuilder json = new StringBuilder("{\"k0\":0");
        for (int i = 1; i < JsonBody.MAX_MEMBERS; i++) {
            json.append(",\"k").append(i).append("\":0");
        }
        assertThat(parse(json + "}").keys()).hasSize(JsonBody.MAX_MEMBERS);

        assertThat(refusal(json + ",\"one more\":0}").code()).isEqualTo("limit_exceeded");
    }

    /** Python reads no longer integer than 4,300 digits, and reading one costs more than its length. */
    @Test
    void theLengthOfANumberIsBounded() throws BadRequest {
        String longest = "9".repeat(JsonScanner.MAX_NUMBER_LENGTH);
        assertThat(get(parse("{\"a\":" + longest + "}"), "a").bigIntegerValue()).hasToString(longest);

        assertThat(refusal("{\"a\":" + longest + "9}").code()).isEqualTo("limit_exceeded");
    }

    /** Two bytes of text can be a hundred of a tree, so bytes alone bound nothing. */
    @ParameterizedTest
    @ValueSource(strings = {"{}", "[]", "\"\"", "null", "true", "{\"a\":0}", "[[]]", "[0]"})
    void theNumberOfValuesIsBounded(String element) throws BadRequest {
        int each = element.equals("{\"a\":0}") || element.equals("[[]]") ? 2 : 1;
        // The list is a value too.
        int most = (TreeBudget.MAX_VALUES - 1) / each;
        String list = "{\"messages\":[" + (element + ",").repeat(most - 1) + element;
        assertThat(parse(list + "]}").has("messages")).isTrue();

        BadRequest refusal = refusal(list + "," + element + ",{}]}");
        assertThat(refusal.status()).isEqualTo(400);
        assertThat(refusal.code()).isEqualTo("limit_exceeded");
        assertThat(refusal.message()).contains("more than 300000 values");
    }

    @Test
    void theBoundOnValuesIsForTheBodyAsAWhole() throws BadRequest {
        String half = "[" + "{},".repeat(TreeBudget.MAX_VALUES / 2) + "{}]";
        assertThat(parse("{\"messages\":" + half + "}").has("messages")).isTrue();

        assertThat(refusal("{\"messages\":" + half + ",\"tools\":" + half + "}").code())
                .isEqualTo("limit_exceeded");
    }

    @Test
    void millionsOfTokenIdsAreLegalAndStillBounded() throws BadRequest {
        String most = "{\"prompt\":[" + "7,".repeat(TreeBudget.MAX_LISTED_NUMBERS - 1) + "7";
        assertThat(parse(most + "]}").has("prompt")).isTrue();

        BadRequest refusal = refusal(most + ",7]}");
        assertThat(refusal.code()).isEqualTo("limit_exceeded");
        assertThat(refusal.message()).contains("numbers in lists");
    }
}
