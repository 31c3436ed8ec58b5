package dev.warmpath.router.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What is copied, and what is not. */
final class WholeBytesTest {

    private static final byte[] BYTES = "0123456789".getBytes(StandardCharsets.US_ASCII);

    @Test
    void aBufferOverAnArrayGivesThatArrayBack() {
        Buffer buffer = WholeBytes.buffer(BYTES);

        assertThat(buffer.getBytes()).isEqualTo(BYTES);
        assertThat(WholeBytes.of(buffer)).isSameAs(BYTES);
    }

    @Test
    void aBufferThatFillsItsArrayGivesItAway() {
        Buffer buffer = Buffer.buffer(BYTES);

        byte[] bytes = WholeBytes.of(buffer);

        assertThat(bytes).isEqualTo(BYTES).isSameAs(WholeBytes.of(buffer));
    }

    @Test
    void aPartOfAnArrayIsCopied() {
        Buffer whole = Buffer.buffer(BYTES);

        assertThat(WholeBytes.of(whole.slice(0, 4))).isEqualTo("0123".getBytes(StandardCharsets.US_ASCII));
        assertThat(WholeBytes.of(whole.slice(4, 10))).isEqualTo("456789".getBytes(StandardCharsets.US_ASCII));
        assertThat(WholeBytes.of(Buffer.buffer(100).appendBytes(BYTES))).isEqualTo(BYTES);
        assertThat(WholeBytes.of(Buffer.buffer())).isEmpty();
    }
}
