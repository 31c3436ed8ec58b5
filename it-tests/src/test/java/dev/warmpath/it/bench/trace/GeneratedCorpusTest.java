package dev.warmpath.it.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds generated corpora against what was recorded of the public traces. */
class GeneratedCorpusTest {

    private static final long SEED = 42;

    @ParameterizedTest
    @ValueSource(strings = {"conversation", "synthetic"})
    void isLikeTheTraceThatItsShapeWasTakenFrom(String name) {
        CorpusShape recorded = CorpusShape.recorded(name);
        Trace corpus = GeneratedCorpus.like(recorded, recorded.statistics().requests(), SEED);
        CorpusShape shape = CorpusShape.of(corpus);

        TraceStatistics like = recorded.statistics();
        TraceStatistics made = shape.statistics();
        assertThat(made.requests()).isEqualTo(like.requests());
        assertThat(made.requestsPerSecond()).isCloseTo(like.requestsPerSecond(), withinPercentage(15));
        assertThat(made.inputTokensMean()).isCloseTo(like.inputTokensMean(), withinPercentage(15));
        assertThat(made.outputTokensMean()).isCloseTo(like.outputTokensMean(), withinPercentage(5));
        assertThat(made.reuse()).as("what a cache could hold").isCloseTo(like.reuse(), within(0.06));
        assertThat(made.openings()).isCloseTo(like.openings(), within(0.05));
        assertThat(made.batch()).as("arrivals at one moment").isCloseTo(like.batch(), withinPercentage(15));
        assertThat(shape.universalFirstBlock()).isEqualTo(recorded.universalFirstBlock());
        assertThat(shape.branching()).isCloseTo(recorded.branching(), within(0.1));
    }

    @Test
    void theSameSeedMakesTheSameRequests() {
        Trace once = GeneratedCorpus.of("conversation", 300, SEED);
        Trace again = GeneratedCorpus.of("conversation", 300, SEED);
        Trace other = GeneratedCorpus.of("conversation", 300, SEED + 1);

        assertThat(again).usingRecursiveComparison().isEqualTo(once);
        assertThat(inputs(other)).isNotEqualTo(inputs(once));
    }

    private static int[] inputs(Trace trace) {
        return IntStream.range(0, trace.requests().size())
                .map(i -> trace.requests().get(i).inputTokens())
                .toArray();
    }
}
