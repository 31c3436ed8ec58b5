package dev.warmpath.it.sim.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.cache.CacheOptions;
import dev.warmpath.it.sim.cache.KvCache;
import dev.warmpath.it.sim.cache.TierUse;
import dev.warmpath.it.sim.hash.SglangHashing;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Continuous batching: what is admitted, what a step does, what is refused, and in which order it becomes known. */
class RankSchedulerTest {

    private static final int BLOCK = 4;

    private final List<String> news = Collections.synchronizedList(new ArrayList<>());
    private final EngineThread thread = new EngineThread("scheduler-test");

    @AfterEach
    void close() {
        thread.close();
    }

    private Rank rank(Engine engine, int blocks, TimeModel times) {
        KvCache cache =
                KvCache.of(engine, CacheOptions.defaults().withBlockSize(BLOCK).withBlocks(blocks));
        RankScheduler scheduler = new RankScheduler(thread, times, cache, changes -> changes.forEach(this::note));
        return new Rank(0, thread, scheduler);
    }

    private void note(CacheChange change) {
        if (change instanceof CacheChange.Stored stored) {
            news.add("stored " + stored.blocks().size());
        } else if (change instanceof CacheChange.Removed removed) {
            news.add("removed " + removed.digests().size());
        }
    }

    private Sequence sequence(String name, int from, int tokens, int answer, boolean keepsMemory) {
        TokenChain chain = new TokenChain(
                new SglangHashing(),
                CacheNamespace.PLAIN,
                BLOCK,
                IntStream.range(from, from + tokens).toArray());
        return new Sequence(chain, index -> 7_000 + index, answer, false, keepsMemory, new SequenceListener() {
            @Override
            public void queued() {
                news.add(name + " queued");
            }

            @Override
            public void started(int cachedTokens) {
                news.add(name + " started " + cachedTokens);
            }

            @Override
            public void token(int token) {
                news.add(name + " token " + (token - 7_000));
            }

            @Override
            public void finished() {
                news.add(name + " finished");
            }

            @Override
            public void refused(Refusal reason) {
                news.add(name + " " + reason);
            }
        });
    }

    private void awaitNews(String last) {
        await().until(() -> news.contains(last));
        // Events follow the tokens of their step on the same thread.
        assertThat(thread.ask(() -> true).join()).isTrue();
    }

    @Test
    void vllmAnnouncesEachChunkAfterTheStepThatComputedIt() {
        Rank rank = rank(Engine.VLLM, 64, TimeModel.instant().withLimits(8, 4, 4));

        rank.submit(sequence("a", 1, 20, 2, false));

        awaitNews("a finished");
        assertThat(news)
                .containsExactly(
                        "a queued",
                        "a started 0",
                        "stored 2",
                        "stored 2",
                        "a token 0",
                        "stored 1",
                        "a token 1",
                        "a finished");
    }

    @Test
    void sglangAnnouncesWhenThePrefillHasFinishedAndWhenTheAnswerHas() {
        Rank rank = rank(Engine.SGLANG, 64, TimeModel.instant().withLimits(8, 4, 4));

        rank.submit(sequence("a", 1, 19, 6, false));

        awaitNews("stored 2");
        assertThat(news.stream().filter(line -> line.startsWith("stored"))).containsExactly("stored 4", "stored 2");
        assertThat(news.indexOf("stored 4")).isEqualTo(news.indexOf("a token 0") + 1);
        assertThat(news).endsWith("a finished", "stored 2");
    }

    @Test
    void requestWaitsForMemoryAndRunsWhenThereIsSome() {
        Rank rank = rank(Engine.VLLM, 8, TimeModel.instant());
        Sequence first = sequence("a", 1, 24, 1, true);
        rank.submit(first);
        awaitNews("a finished");

        rank.submit(sequence("b", 101, 24, 1, false));
        assertThat(rank.stats().join().waiting()).isEqualTo(1);
        rank.release(first);

        awaitNews("b finished");
        assertThat(rank.stats().join())
                .isEqualTo(new RankStats(
                        0,
                        0,
                        0,
                        8,
                        48,
                        0,
                        2,
                        List.of(new TierUse(Tier.HOST, 0, 0, 0), new TierUse(Tier.DISK, 0, 0, 0))));
    }

    /** vLLM and SGLang look a prompt up when a step has tokens left for it, not when it comes in. */
    @Test
    void waitingPromptIsLookedUpWhenAStepHasRoomForItAndFindsWhatTheOneBeforeItComputed() {
        for (Engine engine : List.of(Engine.VLLM, Engine.SGLANG)) {
            news.clear();
            Rank rank = rank(engine, 64, TimeModel.instant().withLimits(8, 4, 4));
            rank.pause(true);
            rank.submit(sequence("a", 1, 24, 1, false));
            rank.submit(sequence("b", 1, 24, 1, false));
            rank.pause(false);

            awaitNews("b finished");
            assertThat(news).as(engine.name()).containsSubsequence("a token 0", "b started 20");
        }
    }

    @Test
    void oneStepTakesAsManyShortPromptsAsItHasTokensFor() {
        Rank rank = rank(Engine.VLLM, 64, TimeModel.instant().withLimits(8, 4, 4));
        rank.pause(true);
        rank.submit(sequence("a", 1, 4, 1, false));
        rank.submit(sequence("b", 101, 4, 1, false));
        rank.submit(sequence("c", 201, 4, 1, false));
        rank.pause(false);

        awaitNews("c finished");
        assertThat(news.subList(3, news.size()))
                .startsWith("a started 0", "b started 0", "a token 0", "a finished", "b token 0", "b finished");
    }

    @Test
    void queueIsBounded() {
        Rank rank = rank(Engine.VLLM, 8, TimeModel.instant().withLimits(64, 4, 1));
        Sequence first = sequence("a", 1, 24, 1, true);
        rank.submit(first);
        rank.submit(sequence("b", 101, 24, 1, false));

        rank.submit(sequence("c", 201, 24, 1, false));

        awaitNews("c QUEUE_FULL");
        assertThat(news).contains("b queued");
    }

    @Test
    void promptThatCanNeverFitIsRefusedAtOnce() {
        rank(Engine.VLLM, 8, TimeModel.instant()).submit(sequence("a", 1, 32, 1, false));

        awaitNews("a TOO_LONG");
    }

    @Test
    void youngestIsPushedOutWhenMemoryRunsOutAndStillGivesItsWholeAnswer() {
        // Steps that take time, so that the two run beside each other and do not just follow.
        Rank rank = rank(Engine.VLLM, 8, TimeModel.defaults());

        rank.submit(sequence("a", 1, 8, 16, false));
        rank.submit(sequence("b", 101, 8, 16, false));

        awaitNews("b finished");
        awaitNews("a finished");
        for (String name : new String[] {"a", "b"}) {
            assertThat(news.stream().filter(line -> line.startsWith(name + " token")))
                    .containsExactlyElementsOf(IntStream.range(0, 16)
                            .mapToObj(i -> name + " token " + i)
                            .toList());
            assertThat(news.stream().filter(line -> line.startsWith(name + " started")))
                    .hasSize(1);
        }
        assertThat(rank.stats().join().promptTokens())
                .as("b was computed twice")
                .isGreaterThan(16);
        assertThat(rank.stats().join().usedBlocks()).isZero();
    }

    @Test
    void cancelledRequestEndsWithTheStepThatIsUnderWay() {
        Rank rank = rank(Engine.SGLANG, 8, TimeModel.defaults().withSpeed(0.05));
        Sequence running = sequence("a", 1, 8, 16, false);
        Sequence waiting = sequence("b", 101, 28, 16, false);
        rank.submit(running);
        rank.submit(waiting);
        rank.cancel(waiting);
        assertThat(rank.stats().join().waiting()).isZero();

        rank.pause(true);
        rank.cancel(running);
        assertThat(rank.stats().join().usedBlocks()).isPositive();
        rank.pause(false);

        await().until(() -> rank.stats().join().running() == 0);
        assertThat(rank.stats().join().usedBlocks()).isZero();
        assertThat(news).doesNotContain("a finished", "b started 0");
    }

    @Test
    void sameAnswerIsGeneratedFasterOnAFasterClock() {
        assertThat(TimeModel.defaults().withSpeed(2).stepNanos(8_000, 10))
                .isEqualTo(TimeModel.defaults().stepNanos(8_000, 10) / 2)
                .isEqualTo(504_750_000L);
        assertThat(TimeModel.instant().stepNanos(8_000, 10)).isZero();
    }
}
