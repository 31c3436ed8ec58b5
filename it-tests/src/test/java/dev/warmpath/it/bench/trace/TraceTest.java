package dev.warmpath.it.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest {

    private static final TraceRequest FIRST = new TraceRequest(10, 600, 5, new int[] {0, 1});
    private static final TraceRequest SECOND = new TraceRequest(20, 1024, 6, new int[] {0, 2});
    private static final Trace TRACE = new Trace("pair", List.of(FIRST, SECOND));

    @Test
    void stretchingKeepsWhatPromptsShareInProportion() {
        Trace stretched = TRACE.stretched(4);

        TraceRequest first = stretched.requests().get(0);
        assertThat(first.inputTokens()).isEqualTo(2400);
        assertThat(first.outputTokens()).isEqualTo(5);
        assertThat(first.arrivalMillis()).isEqualTo(10);
        assertThat(first.blocks()).containsExactly(0, 1, 2, 3, 4);
        assertThat(stretched.requests().get(1).blocks()).containsExactly(0, 1, 2, 3, 8, 9, 10, 11);
    }

    @Test
    void copiesShareNothingWithEachOther() {
        Trace copies = TRACE.duplicated(3);

        assertThat(copies.requests()).hasSize(6);
        assertThat(copies.requests())
                .extracting(TraceRequest::arrivalMillis)
                .containsExactly(10L, 10L, 10L, 20L, 20L, 20L);
        assertThat(copies.requests().stream()
                        .flatMapToInt(r -> Arrays.stream(r.blocks()))
                        .distinct())
                .as("three times the three blocks there were")
                .hasSize(9);
        assertThat(copies.requests().get(1).blocks()[0])
                .as("a copy shares with its own what the originals share")
                .isEqualTo(copies.requests().get(4).blocks()[0]);
    }

    @Test
    void equalBlocksMakeEqualHashesAndNothingElseDoes() {
        long[] first = TracePrompt.hashed(FIRST).chain(16);
        long[] second = TracePrompt.hashed(SECOND).chain(16);

        assertThat(first).as("full blocks of 600 tokens").hasSize(37);
        assertThat(second).hasSize(64);
        assertThat(Arrays.mismatch(first, second))
                .as("one trace block in common")
                .isEqualTo(32);
        assertThat(Arrays.stream(second).distinct()).hasSize(64);
    }

    @Test
    void promptsAreCutToAnyBlockSize() {
        assertThat(TracePrompt.tokens(FIRST)).hasSize(600);
        assertThat(TracePrompt.hashed(FIRST).chain(64)).hasSize(9);
        assertThat(TracePrompt.hashed(FIRST).chain(512)).hasSize(1);
    }
}
