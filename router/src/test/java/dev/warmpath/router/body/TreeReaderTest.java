package dev.warmpath.router.body;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tree of a well-formed value is the one that Jackson makes of it. */
class TreeReaderTest {

    private static void assertSameTree(String json, String description) throws IOException {
        byte[] bytes = json.getBytes(UTF_8);
        JsonNode expected = JsonBody.MAPPER.readTree(bytes);
        JsonNode tree = TreeReader.read(bytes, 0, bytes.length);
        assertThat(tree).as(description).isEqualTo(expected);
        // Equality of trees does not look at the order of members.
        assertThat(tree.toString()).as(description).isEqualTo(expected.toString());
    }

    @RepeatedTest(5)
    void randomValuesMakeJacksonsTree(RepetitionInfo repetition) throws IOException {
        long seed = 8_000L + repetition.getCurrentRepetition();
        RandomJson json = new RandomJson(new Random(seed));
        for (int i = 0; i < 2_000; i++) {
            String value = json.value();
            assertSameTree(value, "seed " + seed + ", value " + i + ": " + value);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"\"",
                "\"one line\\nand the next, of more than eight bytes\\n\"",
                "\"\\b\\f\\n\\r\\t\\\"\\\\\\/\"",
                "\"\\u00e9\\u0041 as escapes\"",
                "\"é in the middle of nothing but plain letters\"",
                "\"\\ud83d\\ude00 and \\u4f60\"",
                "\"half \\ud83d of a pair \\n and an é\"",
                "\"two first halves \\ud83d\\ud83d\\ude00\"",
                "\"second half first \\ude00\\ud83d\"",
                "[0,-0,7,-7,999999999,-999999999,1000000000,2147483647,2147483648,-2147483649]",
                "[9223372036854775808,1.5,-1e3,1E-2,0.0]",
                " { \"a\" : [ ] , \"b\" : { } , \"c\" : [ 1 , [ 2 ] ] } ",
                "{\"twice\":1,\"other\":2,\"twice\":{\"x\":null}}",
                "[true,false,null]"
            })
    void valuesAtTheEdgesMakeJacksonsTree(String json) throws IOException {
        assertSameTree(json, json);
    }
}
