package dev.warmpath.router.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Scenarios 66 and 67, as far as the router looks into a stream. */
class SseTallyTest {

    private static final String STREAM =
            ": ping\n\ndata: {\"a\":\"\u2028\ud83d\ude00\"}\n\ndata:{\"b\":1}\r\n\r\nevent: x\ndata: 1\ndata: 2\n\ndata: [DONE]\n\n";

    @Test
    void countsTheSameHoweverTheStreamIsCut() {
        byte[] bytes = Buffer.buffer(STREAM).getBytes();
        for (int cut = 0; cut <= bytes.length; cut++) {
            SseTally tally = new SseTally();
            int counted = tally.feed(Buffer.buffer(bytes).slice(0, cut))
                    + tally.feed(Buffer.buffer(bytes).slice(cut, bytes.length));
            assertThat(counted).as("cut at %d", cut).isEqualTo(4);
            assertThat(tally.events()).as("cut at %d", cut).isEqualTo(4);
            assertThat(tally.atLineStart()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "': ping~~'|false|true",
                "'event: x~~'|false|true",
                "'data:~~'|false|true",
                "'data: x'|true|false",
                "'data: x~'|true|true",
                "'database: x~~'|false|true",
                "'dat'|false|false"
            })
    void commentsAndEmptyEventsAreNotData(String stream, boolean data, boolean lineStart) {
        SseTally tally = new SseTally();
        tally.feed(Buffer.buffer(stream.replace('~', '\n')));
        assertThat(tally.hasData()).isEqualTo(data);
        assertThat(tally.atLineStart()).isEqualTo(lineStart);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'data: {\"error\":{\"code\":500}}~~'|true",
                "'data:{ \"error\" : {}}~~'|true",
                "'data: {\"x\":{\"error\":{}}}~~'|false",
                "'data: {\"error\":null}~~'|false",
                "'event: error~data: {\"type\": \"error\",\"error\":{}}~~'|true",
                "'data: {\"type\":\"content_block_delta\",\"delta\":{\"type\":\"error\"}}~~'|false",
                "': {\"error\":{}}~~'|false"
            })
    void errorObjectsAreNoted(String stream, boolean error) {
        for (int cut = 0; cut <= stream.length(); cut++) {
            SseTally tally = new SseTally();
            Buffer bytes = Buffer.buffer(stream.replace('~', '\n'));
            tally.feed(bytes.slice(0, cut));
            tally.feed(bytes.slice(cut, bytes.length()));
            assertThat(tally.hasError()).as("cut at %d", cut).isEqualTo(error);
        }
    }
}
