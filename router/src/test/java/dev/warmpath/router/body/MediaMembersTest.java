package dev.warmpath.router.body;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.scorer.hash.BlockHash;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What SGLang takes beside a prompt, by a key of each. */
class MediaMembersTest {

    private static final long A = BlockHash.content("https://example.com/a.png");
    private static final long B = BlockHash.content("data:image/png;base64,AAAA");

    private static long[] keys(String members) throws BadRequest {
        return MediaMembers.keys(JsonBody.parse(("{" + members + "}").getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void oneAndSeveralAndSomeForEachPromptOfABatchAreKeyedAsInAChat() throws Exception {
        String a = "\"https://example.com/a.png\"";
        String b = "\"data:image/png;base64,AAAA\"";
        assertThat(keys("\"image_data\":" + a)).containsExactly(A);
        assertThat(keys("\"image_data\" : [ " + a + " , " + b + " ]")).containsExactly(A, B);
        assertThat(keys("\"image_data\":[[" + a + "],[],[null," + b + "]]")).containsExactly(A, B);
        assertThat(keys("\"audio_data\":" + b + ",\"image_data\":[" + a + "]")).containsExactly(A, B);
    }

    @Test
    void objectsAreKeyedByTheirTextAndNothingIsNothing() throws Exception {
        assertThat(keys("\"image_data\":{\"url\":\"x\"}")).hasSize(1);
        assertThat(keys("\"image_data\":{\"url\":\"x\"}")).isNotEqualTo(keys("\"image_data\":{\"url\":\"y\"}"));
        assertThat(keys("\"image_data\":null")).isEmpty();
        assertThat(keys("\"image_data\":[]")).isEmpty();
        assertThat(keys("\"text\":\"x\"")).isEmpty();
    }

    @Test
    void noMoreAreKeyedThanThereIsRoomFor() throws Exception {
        String many = IntStream.range(0, 1000).mapToObj(i -> "\"" + i + "\"").collect(Collectors.joining(","));
        assertThat(keys("\"image_data\":[" + many + "]")).hasSize(256);
    }
}
