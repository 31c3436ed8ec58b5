package dev.warmpath.it.bench.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.bench.measure.BenchReport;
import dev.warmpath.it.bench.measure.CollectorPauses;
import dev.warmpath.scorer.index.Matches;
import dev.warmpath.scorer.index.RankIndex;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** That the benchmark measures what it says; how fast anything is does not matter here. */
class IndexBenchTest {

    private static final CorpusSize SMALL = new CorpusSize(4, 1_000, 1, 2, 40);

    private final IndexSetUp setUp = new IndexSetUp("", SMALL, 20 * IndexLoad.PROMPT_BLOCKS, 5);

    @Test
    void oldestBlocksLeaveFirstAndOfOnePromptTheLast() {
        RankCache cache = new RankCache(4);
        assertThat(cache.use(new long[] {1, 2, 3}, 3)).isEmpty();
        assertThat(cache.use(new long[] {7, 8}, 2)).containsExactly(3);
        assertThat(cache.match(new long[] {1, 2, 3}, 3)).isEqualTo(2);
        assertThat(cache.use(new long[] {1, 2, 3}, 3)).containsExactly(8);
        assertThat(cache.drain()).containsExactly(7, 3, 2, 1);
        assertThat(cache.match(new long[] {1}, 1)).isZero();
    }

    /** The events are an engine's: nothing unknown is removed, no rank holds more than fits, and in the end none holds any. */
    @Test
    void eventsOfTheCorpusAreThoseOfFullCaches() throws IOException {
        IndexLoad load = setUp.load();
        long resident = load.index().memberships();
        assertThat(resident)
                .isEqualTo((long) load.residents() * IndexLoad.PROMPT_BLOCKS * Math.min(4, IndexLoad.HOLDERS));
        long[] kept = load.ranks().stream()
                .mapToLong(rank -> rank.blocks(Tier.DEVICE))
                .toArray();
        IndexLoad.Writer writer = new IndexLoad.Writer(load);
        long blocks = 0;
        long fullest = 0;
        do {
            blocks += writer.turn();
            for (int rank = 0; rank < kept.length; rank++) {
                fullest = Math.max(fullest, load.ranks().get(rank).blocks(Tier.DEVICE) - kept[rank]);
            }
        } while (writer.next() != 0);

        assertThat(fullest).isEqualTo(SMALL.blocksPerRank());
        assertThat(load.index().memberships()).isEqualTo(resident);
        assertThat(blocks)
                .isEqualTo(load.corpus().batches().stream()
                        .mapToLong(IndexCorpus.Batch::blocks)
                        .sum());
        assertThat(load.corpus().batches())
                .allSatisfy(batch -> assertThat(batch.blocks()).isPositive());
        for (RankIndex rank : load.ranks()) {
            assertThat(rank.status().unknownRemovals()).isZero();
            assertThat(rank.status().orphans()).isZero();
            assertThat(rank.status().malformed()).isZero();
        }
    }

    @Test
    void promptThatWasJustServedIsFoundWhole() throws IOException {
        IndexLoad load = setUp.load();
        long[] first = load.corpus().prompts().get(0);
        IndexLoad.Writer writer = new IndexLoad.Writer(load);
        Matches matches = new Matches();
        int fits = Math.min(first.length, SMALL.blocksPerRank());
        int longest = 0;
        for (int stored = 0; stored < fits; stored += IndexCorpus.STEP_BLOCKS) {
            writer.turn();
            load.index().match(first, first.length, matches);
            longest = matches.blocks(
                    load.ranks().get(load.corpus().batches().get(0).rank()).slot());
        }
        assertThat(longest).isEqualTo(fits);
        assertThat(IndexLoad.walked(matches, 4, first.length)).isEqualTo(Math.min(first.length, longest + 1));
    }

    @Test
    void sameSeedMakesTheSameCorpusInAnotherProcess() throws IOException {
        IndexSetUp parsed = IndexSetUp.parse(setUp.text());
        assertThat(parsed).isEqualTo(setUp);
        IndexCorpus one = IndexCorpus.of(setUp.trace(), SMALL, 5);
        IndexCorpus other = IndexCorpus.of(parsed.trace(), SMALL, 5);
        assertThat(hash(one)).isEqualTo(hash(other));
        assertThat(hash(IndexCorpus.of(setUp.trace(), SMALL, 6))).isNotEqualTo(hash(one));
    }

    private static long hash(IndexCorpus corpus) {
        return corpus.batches().stream()
                .flatMapToLong(batch -> LongStream.of(batch.rank(), Arrays.hashCode(batch.payload())))
                .reduce(1, (sum, value) -> 31 * sum + value);
    }

    @Test
    void bothThreadsDoAllThatWasDueAndTheReportNamesIt() throws IOException, InterruptedException {
        IndexLoad load = setUp.load();
        HalfLoad half = new HalfLoad(load, 9);
        half.run(2_000, 200, Duration.ofMillis(200));
        assertThat(half.service().count()).isBetween(300L, 500L);
        assertThat(half.answer().count()).isEqualTo(half.service().count());
        assertThat(half.visible().count()).isBetween(20L, 60L);
        assertThat(half.answer().micros(0.5))
                .isGreaterThanOrEqualTo(half.service().micros(0.5));

        // A batch takes no more CPU time than time, and waits for no more than the same batches.
        for (double share : new double[] {0.5, 0.99, 1}) {
            assertThat(half.undisturbed().micros(share)).isPositive();
            assertThat(half.undisturbed().micros(share))
                    .isLessThanOrEqualTo(1.01 * half.visible().micros(share));
        }
        assertThat(half.undisturbed().count()).isEqualTo(half.visible().count());

        HalfLoadBenchmark.Seen seen = new HalfLoadBenchmark.Seen();
        try (CollectorPauses pauses = new CollectorPauses()) {
            seen.take(half, pauses, load.corpus());
        }
        BenchReport report = new BenchReport("index", 5);
        IndexBench.atHalf(report, name -> counter(seen, name));
        new IndexBench(setUp, Duration.ofMillis(1), 200_000).weigh(report);
        JsonNode json = report.json();
        for (String key :
                new String[] {"lookupMicrosP50", "lookupMicrosP99", "visibleMillisP99", "visibleUndisturbedMillisP99"
                }) {
            assertThat(json.path(key).doubleValue()).as(key).isPositive();
        }
        // Not their values: what other tests of this process leave behind weighs as much as so small an index.
        assertThat(json.path("bytesPerMembershipShared8").isNumber()).isTrue();
        assertThat(json.path("bytesPerMembershipUnshared").isNumber()).isTrue();
    }

    /** As JMH finds it: by its name. */
    private static double counter(HalfLoadBenchmark.Seen seen, String name) {
        try {
            return HalfLoadBenchmark.Seen.class.getField(name).getDouble(seen);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("there is no counter " + name, e);
        }
    }
}
