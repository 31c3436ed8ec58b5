package dev.warmpath.it.bench.policy.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.it.bench.policy.rule.RoundRobin;
import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TraceRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What one run measures, where it can be computed by hand. */
class FleetTest {

    private static final int BLOCK = 128;
    private static final FleetModel USUAL = FleetModel.usual(BLOCK);
    private static final FleetModel ONE_OF_EACH = USUAL.withRanks(1, 1);

    /** HdrHistogram keeps three digits. */
    private static final double DIGITS = 0.002;

    @Test
    void aRequestAloneTakesItsPrefillItsTransferAndItsSteps() {
        RunResult result = run(ONE_OF_EACH, request(0, 4096, 11, 0));

        double prefill = 4096 / 8_000.0 * 1000;
        double transfer = 1 + 4096 / 250_000.0 * 1000;
        assertThat(result.answered()).isOne();
        assertThat(result.hitRatio()).isZero();
        assertThat(result.firstToken().p90()).isCloseTo(prefill + transfer, within(DIGITS * prefill));
        assertThat(result.interToken().p50())
                .as("6 ms and 0.35 for the one that runs")
                .isCloseTo(6.35, within(0.02));
        assertThat(result.interToken().p99()).isCloseTo(6.35, within(0.02));
    }

    @Test
    void aPromptThatWasComputedIsCachedButForItsLastBlockAndDoesNotMoveAgain() {
        RunResult result = run(ONE_OF_EACH, request(0, 4096, 1, 0), request(60_000, 4096, 1, 0));

        assertThat(result.hitRatio()).isCloseTo((4096 - BLOCK) / (2 * 4096.0), within(1e-9));
        double missed = BLOCK / 8_000.0 * 1000 + 1 + BLOCK / 250_000.0 * 1000;
        assertThat(result.firstToken().p50()).isCloseTo(missed, within(DIGITS * missed + 0.01));
    }

    @Test
    void requestsWaitForEachOtherOnOneRank() {
        RunResult result = run(ONE_OF_EACH, request(0, 8000, 1, 0), request(0, 8000, 1, 100));

        assertThat(result.firstToken().p99()).as("two seconds of prefill").isGreaterThan(2000);
        assertThat(result.firstToken().p50()).isLessThan(1100);
    }

    @Test
    void whoComputesMoreThanTheMeanIsSeen() {
        RunResult result = run(USUAL, request(0, 8000, 30, 0), request(1, 8000, 10, 100));

        assertThat(result.prefillImbalance())
                .as("two of eight ranks computed as much each")
                .isEqualTo(4);
        assertThat(result.decodeImbalance())
                .as("30 of 40 tokens on one of four ranks")
                .isEqualTo(3);
    }

    @Test
    void theOracleHitsWhatAnyRankHasComputed() {
        Trace trace = trace(request(0, 4096, 1, 0), request(0, 4096, 1, 0), request(0, 4096, 1, 100));

        Oracle oracle = Oracle.of(USUAL, trace);

        assertThat(oracle.hitRatio()).isCloseTo((4096 - BLOCK) / (3 * 4096.0), within(1e-9));
        assertThat(oracle.missedTokens()).isEqualTo(2 * 4096 + BLOCK);
    }

    @Test
    void theOracleHasNoMoreRoomThanThePrefillRanks() {
        FleetModel small =
                new FleetModel(2, 1, USUAL.cache().withBlocks(32), USUAL.times(), USUAL.transferTokensPerSecond(), 0);
        TraceRequest first = request(0, 4096, 1, 0);

        assertThat(Oracle.of(small, trace(first, request(0, 4096, 1, 100), first))
                        .hitRatio())
                .isGreaterThan(0.3);
        assertThat(Oracle.of(small, trace(first, request(0, 4096, 1, 100), request(0, 4096, 1, 200), first))
                        .hitRatio())
                .isZero();
    }

    private static RunResult run(FleetModel model, TraceRequest... requests) {
        Trace trace = trace(requests);
        return Fleet.run(model, trace, Arrivals.of(trace, 1), Duration.ofSeconds(2), RoundRobin::new);
    }

    private static Trace trace(TraceRequest... requests) {
        return new Trace("by hand", List.of(requests));
    }

    private static TraceRequest request(long arrival, int input, int output, int firstBlock) {
        List<Integer> blocks = new ArrayList<>();
        for (int i = 0; i * TraceRequest.BLOCK_TOKENS < input; i++) {
            blocks.add(firstBlock + i);
        }
        return new TraceRequest(
                arrival,
                input,
                output,
                blocks.stream().mapToInt(Integer::intValue).toArray());
    }
}
