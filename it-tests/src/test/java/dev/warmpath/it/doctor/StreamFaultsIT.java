package dev.warmpath.it.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.SimFleet;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.ClosedPorts;
import dev.warmpath.router.doctor.catalogue.StreamCheck;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/** One fleet whose workers each have another fault of their event streams, beside one that is well. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StreamFaultsIT {

    private final List<SimEngineConfig.Builder> kinds = new ArrayList<>();
    private final int well = kind(2, true);
    private final int noEndpoint = kind(1, true);
    private final int unreachable = kind(1, true);
    private final int off = kind(1, true);
    private final int onlyFirst = kind(2, true);
    private final int lossy = kind(1, false);
    private final int restarted = kind(1, true);
    private final int swapped = kind(2, true);
    private final int late = kind(1, false);
    private final int silent = kind(1, true);
    private final int otherBlocks = kind(1, true);
    private final int wildcard = kind(1, true);
    private final int topical = kind(1, true);
    private final int ahead = kind(1, true);
    private final int behind = kind(1, true);
    private final int tiered = kind(1, true);
    private final int unreadable = kind(1, true);
    private final int seeded = seeded();
    private final SimFleet engines = SimFleet.start(kinds);
    private ExaminedFleet fleet = new ExaminedFleet(List.of(), UnaryOperator.identity());

    private int kind(int ranks, boolean replay) {
        EventOptions.Builder events = EventOptions.builder(Engine.VLLM);
        kinds.add(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                .ranks(ranks)
                .times(TimeModel.instant())
                .events((replay ? events : events.replay(0, true)).build()));
        return kinds.size() - 1;
    }

    /** One whose engine was started with a hash seed of its own. */
    private int seeded() {
        int number = kind(1, true);
        kinds.get(number).hashSeed("another");
        return number;
    }

    private SimEngine engine(int number) {
        return engines.engines().get(number);
    }

    private String worker(int number) {
        return engine(number).url().toString();
    }

    private String rank(int number, int rank) {
        return worker(number) + "#" + rank;
    }

    @BeforeAll
    void plantFaults() {
        fleet.close();
        engine(off).rank(0).faults().publisherOff(true);
        engine(ahead).rank(0).faults().clockAhead(Duration.ofMinutes(1));
        engine(onlyFirst).rank(1).faults().publisherOff(true);
        // One whose history nobody can tell any more when the router comes.
        ExaminedFleet.serveDirectly(engine(late), 9_990, 9_991, 9_992);
        fleet = new ExaminedFleet(configured(), UnaryOperator.identity());
        fleet.serveNew("demo", 64);
        ExaminedFleet.serveDirectly(engine(well), 9_980, 9_981);
        ExaminedFleet.serveDirectly(engine(behind), 9_980, 9_981);
        ExaminedFleet.serveDirectly(engine(seeded), 9_980, 9_981);
        engine(restarted).restart();
        // Its batches are stamped well before they come, as those of a publisher that is held up are.
        engine(behind).rank(0).faults().clockAhead(Duration.ofSeconds(-5));
        engine(silent).rank(0).faults().publisherOff(true);
        engine(lossy).rank(0).faults().loseNext(1);
        engine(tiered).rank(0).publishPayload(hostBlockWithoutTokens());
        engine(unreadable).rank(0).publishPayload("no batch".getBytes(StandardCharsets.UTF_8));
        fleet.serveNew("demo", 64);
    }

    /** As vLLM's offloading connector tells of a block by default; this one nobody has told of before. */
    private static byte[] hostBlockWithoutTokens() {
        try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
            packer.packArrayHeader(2).packDouble(System.currentTimeMillis() / 1000.0);
            packer.packArrayHeader(1).packArrayHeader(7).packString("BlockStored");
            packer.packArrayHeader(1).packLong(4_711);
            packer.packNil().packArrayHeader(0).packInt(0).packNil().packString("CPU");
            return packer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("packing into memory", e);
        }
    }

    private List<WorkerSettings> configured() {
        List<WorkerSettings> workers = new ArrayList<>(engines.workerSettings());
        change(workers, noEndpoint, events -> null);
        String nobody = "tcp://127.0.0.1:" + ClosedPorts.next();
        change(workers, unreachable, events -> new KvEventsSettings.Connect(List.of(nobody), List.of(), ""));
        change(
                workers,
                swapped,
                events -> new KvEventsSettings.Connect(
                        reversed(events.endpoints()), reversed(events.replays()), events.topic()));
        change(
                workers,
                wildcard,
                events -> new KvEventsSettings.Connect(events.endpoints(), events.replays(), events.topic(), true));
        change(
                workers,
                topical,
                events -> new KvEventsSettings.Connect(events.endpoints(), events.replays(), "kv-events"));
        WorkerSettings worker = workers.get(otherBlocks);
        workers.set(otherBlocks, worker.withBlockSize(2 * worker.blockSize()));
        return workers;
    }

    private static void change(List<WorkerSettings> workers, int number, NewEvents change) {
        WorkerSettings worker = workers.get(number);
        KvEventsSettings.Connect events = (KvEventsSettings.Connect) Objects.requireNonNull(worker.kvEvents());
        workers.set(number, worker.withEvents(change.of(events)));
    }

    private interface NewEvents {
        @Nullable
        KvEventsSettings of(KvEventsSettings.Connect events);
    }

    private static List<String> reversed(List<String> endpoints) {
        return List.of(endpoints.get(1), endpoints.get(0));
    }

    @AfterAll
    void stop() {
        fleet.close();
        engines.close();
    }

    /** Scenario 89 d. */
    @Test
    void noEventEndpoint() {
        fleet.awaitNamed(StreamCheck.NO_EVENT_ENDPOINT, worker(noEndpoint));
    }

    /** Scenario 88. */
    @Test
    void endpointUnreachable() {
        fleet.awaitNamed(StreamCheck.ENDPOINT_UNREACHABLE, rank(unreachable, 0));
    }

    /** Scenario 88. */
    @Test
    void wildcardAddress() {
        fleet.awaitNamed(StreamCheck.WILDCARD_ADDRESS, worker(wildcard));
    }

    /** Scenario 21. The publisher's next batch is what tells. */
    @Test
    void wrongTopic() {
        Awaitility.await().atMost(ExaminedFleet.SOON).untilAsserted(() -> {
            fleet.serveNew("demo", 16);
            assertThat(fleet.complaints())
                    .anyMatch(complaint -> complaint.startsWith("wrong_topic " + rank(topical, 0)));
        });
    }

    @Test
    void eventsLag() {
        fleet.awaitNamed(StreamCheck.EVENTS_LAG, rank(behind, 0));
        assertThat(fleet.complaints()).noneMatch(complaint -> complaint.startsWith("clock_odd " + rank(behind, 0)));
    }

    @Test
    void clockOdd() {
        fleet.awaitNamed(StreamCheck.CLOCK_ODD, rank(ahead, 0));
        assertThat(fleet.complaints()).noneMatch(complaint -> complaint.startsWith("events_lag " + rank(ahead, 0)));
    }

    /** Scenario 89 a. */
    @Test
    void eventsOff() {
        fleet.awaitNamed(StreamCheck.EVENTS_OFF, rank(off, 0));
    }

    /** Scenario 89 e. */
    @Test
    void onlyFirstRankPublishes() {
        fleet.awaitNamed(StreamCheck.ONLY_FIRST_RANK_PUBLISHES, worker(onlyFirst));
    }

    @Test
    void replayMissing() {
        fleet.awaitNamed(StreamCheck.REPLAY_MISSING, rank(lossy, 0));
    }

    @Test
    void gapsUnrepaired() {
        fleet.awaitNamed(StreamCheck.GAPS_UNREPAIRED, rank(lossy, 0));
    }

    @Test
    void publisherRestarted() {
        fleet.awaitNamed(StreamCheck.PUBLISHER_RESTARTED, rank(restarted, 0));
    }

    @Test
    void rankMismatch() {
        fleet.awaitNamed(StreamCheck.RANK_MISMATCH, rank(swapped, 0));
        fleet.awaitNamed(StreamCheck.RANK_MISMATCH, rank(swapped, 1));
    }

    @Test
    void joinedLate() {
        fleet.awaitNamed(StreamCheck.JOINED_LATE, rank(late, 0));
    }

    @Test
    void streamSilent() {
        fleet.awaitNamed(StreamCheck.STREAM_SILENT, rank(silent, 0));
    }

    /** Scenario 87. */
    @Test
    void blockSizeMismatch() {
        fleet.awaitNamed(ViewCheck.BLOCK_SIZE_MISMATCH, rank(otherBlocks, 0));
    }

    @Test
    void unreadableEvents() {
        fleet.awaitNamed(StreamCheck.UNREADABLE_EVENTS, rank(unreadable, 0));
    }

    @Test
    void tierWithoutTokens() {
        fleet.awaitNamed(ViewCheck.TIER_WITHOUT_TOKENS, rank(tiered, 0));
    }

    @Test
    void engineHashesDiffer() {
        fleet.awaitNamed(ViewCheck.ENGINE_HASHES_DIFFER, worker(seeded));
        assertThat(fleet.complaints())
                .noneMatch(complaint -> complaint.startsWith("engine_hashes_differ " + worker(behind)));
    }

    /** The worst status is the answer's; whoever is well beside them is not named. */
    @Test
    void theWorkerThatIsWellIsNotNamed() {
        Awaitility.await()
                .atMost(ExaminedFleet.SOON)
                .untilAsserted(
                        () -> assertThat(fleet.report().path("status").asText()).isEqualTo("fail"));
        assertThat(fleet.complaints())
                .noneMatch(complaint -> complaint.matches("\\S+ " + worker(well) + "(#\\d+)?: .*"));
    }
}
