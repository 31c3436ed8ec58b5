package dev.warmpath.router.usage;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken out of a stream, and that nothing else is. */
class UsageStripTest {

    private static final String CONTENT = "data: {\"choices\":[{\"delta\":{\"content\":\"é\"}}],\"usage\":null}\n\n";
    private static final String USAGE = "data: {\"id\":\"x\",\"choices\":[], \"usage\":{\"prompt_tokens\":3}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    private static String strip(String stream, int cut) {
        UsageStrip strip = new UsageStrip();
        Buffer whole = Buffer.buffer(stream);
        Buffer out = Buffer.buffer();
        for (int from = 0; from < whole.length(); from += cut) {
            out.appendBuffer(strip.take(whole.getBuffer(from, Math.min(whole.length(), from + cut))));
        }
        return out.appendBuffer(strip.end()).toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 17, 100_000})
    void theUsageEventIsTakenOutHoweverTheStreamIsCut(int cut) {
        assertThat(strip(": ping\n\n" + CONTENT + CONTENT + USAGE + DONE, cut))
                .isEqualTo(": ping\n\n" + CONTENT + CONTENT + DONE);
        assertThat(strip((CONTENT + USAGE + DONE).replace("\n", "\r\n"), cut))
                .isEqualTo((CONTENT + DONE).replace("\n", "\r\n"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {\"choices\":[{\"index\":0}],\"usage\":{\"prompt_tokens\":3}}\n\n",
                "data: {\"choices\":[],\"usage\":null}\n\n",
                "data: {\"choices\":[],\"prompt_filter_results\":[]}\n\n",
                "data: {\"error\":{\"message\":\"usage\",\"code\":500}}\n\n",
                "data: {\"choices\":[{\"text\":\"\\\"choices\\\":[],\\\"usage\\\":{}\"}]}\n\n",
                "data: {\"choices\":[],\"usage\":{\n\n",
                "event: x\ndata: {\"choices\":[],\"usage\":{}}\n\n",
                ": \"choices\":[],\"usage\":{}\n\n",
                "\n\n\n",
                "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":3}}"
            })
    void everyOtherByteStays(String event) {
        for (int cut : new int[] {1, 7, 1000}) {
            assertThat(strip(CONTENT + event, cut)).isEqualTo(CONTENT + event);
        }
    }

    @Test
    void wholeEventsAreNotHeldBack() {
        assertThat(new UsageStrip().take(Buffer.buffer(CONTENT)).toString()).isEqualTo(CONTENT);
    }

    @Test
    void anEventThatIsTooLongIsLetThroughAsItComes() {
        String text = "data: {\"usage\":{},\"choices\":[],\"x\":\"" + "a".repeat(200_000) + "\"}\n\n";
        UsageStrip strip = new UsageStrip();
        Buffer first = strip.take(Buffer.buffer(text.substring(0, 100_000)));
        assertThat(first.length()).isEqualTo(100_000);
        assertThat(strip(text + USAGE + DONE, 1000)).isEqualTo(text + DONE);
    }
}
