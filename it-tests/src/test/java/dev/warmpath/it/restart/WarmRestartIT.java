package dev.warmpath.it.restart;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.SnapshotSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.events.stream.StreamState;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.router.server.RouterServer;
import dev.warmpath.router.snapshot.RankLoss;
import dev.warmpath.router.snapshot.SnapshotStatus;
import dev.warmpath.router.snapshot.WriteFault;
import dev.warmpath.router.snapshot.file.Refusal;
import dev.warmpath.scorer.hash.HashedPrompt;
import dev.warmpath.scorer.index.Matches;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A router that restarts while its engines go on: what it still knows, and that it believes nothing that is not so. */
class WarmRestartIT {

    private static final int BLOCK = 16;
    private static final int BLOCKS = 20;
    private static final int PROMPT = BLOCKS * BLOCK;
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    @TempDir
    private Path directory;

    private final HttpClient client = HttpClient.newHttpClient();
    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    private Path file() {
        return directory.resolve("index.snapshot");
    }

    private SimEngine engine(int replayBatches) {
        SimEngine engine = fleet.engine(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                .times(TimeModel.instant())
                .events(EventOptions.builder(Engine.VLLM)
                        .replay(replayBatches, false)
                        .build())
                .build());
        fleet.configureRouter(
                settings -> settings.withSnapshot(settings.snapshot().at(file())));
        return engine;
    }

    /** A prompt that the engine is sent by somebody else. */
    private void sendPastTheRouter(SimEngine engine, int seed) {
        String tokens =
                IntStream.of(prompt(seed, PROMPT)).mapToObj(Integer::toString).collect(Collectors.joining(","));
        HttpRequest request = HttpRequest.newBuilder(engine.url().resolve("/v1/completions"))
                .timeout(PATIENCE)
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "{\"model\":\"" + engine.config().model() + "\",\"max_tokens\":1,\"prompt\":[" + tokens + "]}"))
                .build();
        HttpResponse<String> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofString()).join();
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        engine.awaitIdle(PATIENCE);
    }

    /** Leading blocks of a prompt that the router believes to be on the engine's device. */
    private int believed(SimEngine engine, int seed) {
        Worker.Rank rank = fleet.ranks(engine).get(0);
        long[] chain = HashedPrompt.of(prompt(seed, PROMPT), PROMPT, PROMPT, CacheNamespace.PLAIN)
                .chain(BLOCK);
        Matches matches = new Matches();
        fleet.router().index().match(chain, chain.length, matches);
        return matches.blocks(rank.index().slot());
    }

    private SnapshotStatus snapshot() {
        return fleet.router().snapshot();
    }

    private void awaitLost(RankLoss why) {
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(snapshot().ranks().lost()).containsEntry(why, 1L));
    }

    @Test
    void whereEnginesReplayTheNextTurnHitsAsBefore() {
        SimEngine engine = engine(10_000);
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();

        RouterServer later = fleet.restartRouter(() -> sendPastTheRouter(engine, 2));

        assertThat(snapshot().found().refusal()).isNull();
        assertThat(snapshot().ranks().loaded()).as("before the ports are open").isEqualTo(1);
        assertThat(believed(engine, 1)).isEqualTo(BLOCKS);
        fleet.awaitLive();
        fleet.awaitTruth();
        assertThat(snapshot().ranks().continued()).isEqualTo(1);
        assertThat(believed(engine, 2)).as("stored while no router ran").isEqualTo(BLOCKS);
        assertThat(fleet.stream(engine, 0).batches())
                .as("replayed: what came since, not the history")
                .isLessThan(fleet.stream(engine, 0).lastSequence() + 1);
        HttpResponse<String> answer = fleet.complete(prompt(1, PROMPT));
        assertThat(SimulatedFleet.cachedTokens(answer)).isEqualTo(PROMPT - BLOCK);
        assertThat(fleet.ranks(engine).get(0).candidate().feedback().status().trust())
                .isEqualTo(1);
        assertThat(later.doctor().examine().findings())
                .filteredOn(finding -> finding.name().key().startsWith("snapshot_"))
                .allMatch(finding -> finding.status().key().equals("pass"));
    }

    /** Its numbers have passed those of before by then, and its cache holds other blocks. */
    @Test
    void engineThatRestartedUnseenIsCreditedWithNothingOfBefore() {
        SimEngine engine = engine(10_000);
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();
        long last = fleet.stream(engine, 0).lastSequence();

        fleet.restartRouter(() -> {
            engine.restart();
            for (int seed = 10; seed < 14 + last; seed++) {
                sendPastTheRouter(engine, seed);
            }
        });

        awaitLost(RankLoss.RESTARTED);
        fleet.awaitLive();
        assertThat(fleet.stream(engine, 0).lastSequence()).isGreaterThan(last);
        fleet.awaitTruth();
        assertThat(believed(engine, 1)).isZero();
        assertThat(believed(engine, 10)).isEqualTo(BLOCKS);
    }

    @Test
    void withoutReplayAQuietEngineIsBelievedHalfUntilItsNextBatchContinuesTheView() {
        SimEngine engine = engine(0);
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();

        fleet.restartRouter(() -> {});

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(fleet.stream(engine, 0).reason()).isEqualTo(StreamReason.UNVERIFIED));
        assertThat(fleet.stream(engine, 0).state()).isEqualTo(StreamState.SUSPECT);
        assertThat(fleet.ranks(engine).get(0).candidate().trust()).isEqualTo(0.5);
        assertThat(believed(engine, 1)).isEqualTo(BLOCKS);

        fleet.complete(prompt(2, PROMPT));

        fleet.awaitLive();
        fleet.awaitTruth();
        assertThat(snapshot().ranks().continued()).isEqualTo(1);
        assertThat(believed(engine, 1)).isEqualTo(BLOCKS);
    }

    @Test
    void withoutReplayWhatWasMissedCostsTheViewAndAnswersTeachItAgain() {
        SimEngine engine = engine(0);
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();
        fleet.restartRouter(() -> sendPastTheRouter(engine, 2));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(fleet.stream(engine, 0).reason()).isEqualTo(StreamReason.UNVERIFIED));

        fleet.complete(prompt(3, PROMPT));

        awaitLost(RankLoss.GAP);
        assertThat(believed(engine, 1)).isZero();
        fleet.complete(prompt(1, PROMPT));
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(
                                fleet.ranks(engine).get(0).index().status().learnedBlocks())
                        .isEqualTo(BLOCKS - 1));
        assertThat(believed(engine, 1)).isGreaterThanOrEqualTo(BLOCKS - 1);
        assertThat(fleet.stream(engine, 0).state()).isEqualTo(StreamState.LIVE);
    }

    /** Somebody's file is neither read nor written over, and the router is as it would be without it. */
    @Test
    void fileOfSomebodyElseIsLeftAloneAndNamed() throws IOException {
        SimEngine engine = engine(10_000);
        Files.writeString(file(), "somebody's notes");
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();

        fleet.restartRouter(() -> {});

        assertThat(snapshot().found().refusal()).isEqualTo(Refusal.FOREIGN);
        assertThat(file()).hasContent("somebody's notes");
        fleet.awaitLive();
        fleet.awaitTruth();
        assertThat(fleet.ranks(engine).get(0).index().blocks(Tier.DEVICE)).isPositive();
    }

    /** The one bit is in the only rank's blocks. */
    @Test
    void rankWhoseBytesAreWrongIsLearnedAnewByReplay() throws IOException {
        SimEngine engine = engine(10_000);
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();

        fleet.restartRouter(() -> {
            try {
                byte[] bytes = Files.readAllBytes(file());
                bytes[200] ^= 4;
                Files.write(file(), bytes);
            } catch (IOException failed) {
                throw new AssertionError(failed);
            }
        });

        assertThat(snapshot().ranks().lost()).containsEntry(RankLoss.CORRUPT, 1L);
        fleet.awaitLive();
        fleet.awaitTruth();
        assertThat(believed(engine, 1)).isEqualTo(BLOCKS);
        assertThat(fleet.router().doctor().examine().findings())
                .anyMatch(finding -> finding.name().key().equals("snapshot_refused")
                        && finding.status().key().equals("warn"));
    }

    @Test
    void fileIsWrittenEverySoOftenAndAFaultIsToldAndGoesAgain() throws IOException {
        engine(10_000);
        Path later = directory.resolve("later");
        fleet.configureRouter(settings -> settings.withSnapshot(new SnapshotSettings(
                later.resolve("index.snapshot"), Duration.ofMillis(100), Duration.ofHours(1), 1 << 20)));
        fleet.complete(prompt(1, PROMPT));
        fleet.awaitTruth();
        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(snapshot().written().fault()).isEqualTo(WriteFault.NO_DIRECTORY));

        Files.createDirectory(later);

        Awaitility.await()
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(snapshot().written().times()).isGreaterThan(1));
        assertThat(snapshot().written().fault()).isNull();
        assertThat(snapshot().written().ranks()).isEqualTo(1);
        assertThat(fleet.scrape()).containsPattern("warmpath_snapshot_failures_total\\{reason=\"no_directory\"} [1-9]");
    }
}
