package dev.warmpath.it.sim;

import static dev.warmpath.it.sim.SimClient.completion;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.events.EventOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a rank announces is what its cache holds, in every form that engines have used. */
class EventStreamTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int BLOCK = 4;
    private static final int BLOCKS = 64;
    private static final long SEED = 20_261_130;

    private final SimClient client = new SimClient();
    private SimEngine engine = start(Engine.VLLM, EventOptions.of(Engine.VLLM), 0);

    private static SimEngine start(Engine flavour, EventOptions events, int hostBlocks) {
        return SimEngine.start(SimEngineConfig.builder(flavour, Role.MIXED)
                .speed(0)
                .blockSize(BLOCK)
                .blocks(BLOCKS)
                .hostBlocks(hostBlocks)
                .events(events)
                .build());
    }

    private void use(Engine flavour, EventOptions events, int hostBlocks) {
        engine.close();
        engine = start(flavour, events, hostBlocks);
    }

    @AfterEach
    void close() {
        engine.close();
    }

    static Stream<EventOptions> forms() {
        Stream<EventOptions> vllm = Stream.of(6, 7, 8, 9, 10, 12)
                .map(length -> EventOptions.builder(Engine.VLLM).arrays(length).build());
        Stream<EventOptions> others = Stream.of(
                EventOptions.of(Engine.VLLM),
                EventOptions.builder(Engine.VLLM).digestHashes(true).build(),
                EventOptions.builder(Engine.VLLM).rankInBatch(false).build(),
                EventOptions.of(Engine.SGLANG),
                EventOptions.builder(Engine.SGLANG).arrays(6).build(),
                EventOptions.builder(Engine.SGLANG).arrays(7).build());
        return Stream.concat(vllm, others);
    }

    private void request(int from, int tokens, int maxTokens) {
        assertThat(client.post(engine, "/v1/completions", completion(from, tokens, maxTokens))
                        .statusCode())
                .isEqualTo(200);
    }

    /** Prompts that share prefixes, in a cache that cannot hold them all. */
    private void churn(int requests) {
        Random random = new Random(SEED);
        for (int i = 0; i < requests; i++) {
            request(1 + 1_000 * random.nextInt(6), BLOCK + random.nextInt(80), 1 + random.nextInt(20));
        }
        engine.awaitIdle(PATIENCE);
    }

    private NaiveIndex index(List<EventTap.Message> messages) {
        NaiveIndex index = new NaiveIndex();
        messages.forEach(message -> index.apply(message.payload()));
        return index;
    }

    @ParameterizedTest
    @MethodSource("forms")
    void eventsAddUpToTheTruth(EventOptions events) {
        use(events.format().isVllm() ? Engine.VLLM : Engine.SGLANG, events, 0);
        SimRank rank = engine.rank(0);
        long before = rank.lastSequence();
        try (EventTap tap = EventTap.connect(rank.eventEndpoint())) {
            tap.awaitSubscription(rank);

            churn(40);
            List<EventTap.Message> messages = tap.upTo(rank.lastSequence());

            assertThat(EventTap.sequences(messages)).as("no number is left out").hasSize((int)
                    (rank.lastSequence() - before));
            // An index of sets may say less than is there, where the same content lay in memory twice; never more.
            assertThat(rank.truth().device())
                    .as("seed %d", SEED)
                    .isNotEmpty()
                    .containsAll(index(messages).in("GPU"));
            if (!events.format().isVllm()) {
                assertThat(index(messages).in("GPU")).isEqualTo(rank.truth().device());
            }
        }
    }

    @Test
    void withoutDuplicatesVllmEventsAreExactlyTheTruth() {
        SimRank rank = engine.rank(0);
        try (EventTap tap = EventTap.connect(rank.eventEndpoint())) {
            tap.awaitSubscription(rank);

            // No two prompts are alike, so no block is computed twice.
            for (int i = 0; i < 30; i++) {
                request(1 + 1_000 * i, 30, 1);
            }
            engine.awaitIdle(PATIENCE);

            assertThat(index(tap.upTo(rank.lastSequence())).in("GPU"))
                    .hasSizeGreaterThan(BLOCKS / 2)
                    .isEqualTo(rank.truth().device());
        }
    }

    @Test
    void hostTierIsWrittenThroughAndKeptLonger() {
        use(Engine.SGLANG, EventOptions.of(Engine.SGLANG), 200);
        SimRank rank = engine.rank(0);
        try (EventTap tap = EventTap.connect(rank.eventEndpoint())) {
            tap.awaitSubscription(rank);

            churn(40);
            NaiveIndex index = index(tap.upTo(rank.lastSequence()));

            assertThat(index.in("GPU")).isEqualTo(rank.truth().device());
            assertThat(index.in("CPU_PINNED"))
                    .isEqualTo(rank.truth().host())
                    .hasSizeGreaterThan(rank.truth().device().size());
        }
    }

    @Test
    void sglangBeginsWithACleared() {
        use(Engine.SGLANG, EventOptions.of(Engine.SGLANG), 0);

        List<List<byte[]>> replies = EventTap.replay(engine.rank(0).replayEndpoint(), 0);

        assertThat(engine.rank(0).lastSequence()).isZero();
        assertThat(new String(replies.get(0).get(3), StandardCharsets.ISO_8859_1))
                .contains("AllBlocksCleared");
    }

    @Test
    void vllmBeginsWithNothing() {
        assertThat(engine.rank(0).lastSequence()).isEqualTo(-1);
    }

    @Test
    void replayHasThreeFramesOrFourAndAnEndMarker() {
        for (boolean topic : new boolean[] {false, true}) {
            use(
                    Engine.VLLM,
                    EventOptions.builder(Engine.VLLM)
                            .topic("kv")
                            .replay(100, topic)
                            .build(),
                    0);
            request(1, 20, 1);
            engine.awaitIdle(PATIENCE);

            List<List<byte[]>> replies = EventTap.replay(engine.rank(0).replayEndpoint(), 0);

            assertThat(replies)
                    .hasSize(2)
                    .allSatisfy(frames -> assertThat(frames).hasSize(topic ? 4 : 3));
            List<byte[]> batch = replies.get(0);
            assertThat(EventTap.sequence(batch.get(batch.size() - 2))).isZero();
            assertThat(batch.get(1)).isEqualTo(topic ? new byte[] {'k', 'v'} : new byte[8]);
            assertThat(replies.get(1).get(replies.get(1).size() - 1)).isEmpty();
        }
    }

    @Test
    void replayRingForgetsTheOldest() {
        use(Engine.VLLM, EventOptions.builder(Engine.VLLM).replay(3, false).build(), 0);
        for (int i = 0; i < 8; i++) {
            request(1 + 100 * i, 20, 1);
        }
        engine.awaitIdle(PATIENCE);

        List<List<byte[]>> replies = EventTap.replay(engine.rank(0).replayEndpoint(), 0);

        assertThat(replies.stream().map(frames -> EventTap.sequence(frames.get(1))))
                .containsExactly(5L, 6L, 7L, -1L);
    }

    @Test
    void publishersConnectToAPortThatTheRouterBinds() {
        try (EventTap tap = EventTap.bind()) {
            use(
                    Engine.VLLM,
                    EventOptions.builder(Engine.VLLM)
                            .connectTo("127.0.0.1", tap.port())
                            .build(),
                    0);
            tap.awaitSubscription(engine.rank(0));

            request(1, 20, 1);

            assertThat(tap.next())
                    .isNotNull()
                    .extracting(EventTap.Message::sequence)
                    .isEqualTo(0L);
        }
    }

    /** An answer may be here before its batch has gone out, and the next fault would meet that one. */
    private void published(int firstToken) {
        request(firstToken, 20, 1);
        engine.awaitIdle(PATIENCE);
    }

    @Test
    void faultsLoseDuplicateSwapAndGarbleOnTheWireOnly() {
        SimRank rank = engine.rank(0);
        try (EventTap tap = EventTap.connect(rank.eventEndpoint())) {
            tap.awaitSubscription(rank);

            rank.faults().loseNext(1);
            published(1);
            rank.faults().duplicateNext(1);
            published(101);
            rank.faults().swapNext(1);
            published(201);
            published(301);
            rank.faults().garbleNext(1);
            published(401);
            published(501);

            List<EventTap.Message> messages = tap.upTo(rank.lastSequence());
            assertThat(EventTap.sequences(messages)).containsExactly(1L, 1L, 3L, 2L, 4L, 5L);
            assertThat(messages.get(4).payload().length)
                    .isLessThan(messages.get(5).payload().length);
            assertThat(EventTap.replay(rank.replayEndpoint(), 0)).hasSize(7);
        }
    }

    @Test
    void replayCanHaveHolesAndBeSilent() {
        SimRank rank = engine.rank(0);
        request(1, 20, 1);
        request(101, 20, 1);
        engine.awaitIdle(PATIENCE);

        rank.faults().replayHole(0);
        assertThat(EventTap.replay(rank.replayEndpoint(), 0)).hasSize(2);

        rank.faults().silentReplay(true);
        assertThat(EventTap.silence(rank.replayEndpoint())).isEmpty();
    }

    @Test
    void publisherThatIsOffLeavesNoGap() {
        SimRank rank = engine.rank(0);
        rank.faults().publisherOff(true);
        request(1, 20, 1);
        engine.awaitIdle(PATIENCE);
        assertThat(rank.lastSequence()).isEqualTo(-1);

        rank.faults().publisherOff(false);
        request(101, 20, 1);
        engine.awaitIdle(PATIENCE);
        assertThat(rank.lastSequence()).isZero();
    }
}
