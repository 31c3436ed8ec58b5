package dev.warmpath.router.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.SnapshotSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.stream.SavedView;
import dev.warmpath.events.stream.StreamPosition;
import dev.warmpath.events.stream.StreamSpec;
import dev.warmpath.router.snapshot.file.RankHead;
import dev.warmpath.router.snapshot.file.SnapshotWriter;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankCopy;
import dev.warmpath.scorer.index.RankIndex;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a rank gets of the file, and that its stream begins whatever becomes of that. */
class SavedRanksTest {

    private static final Target TARGET = new Target("http://10.0.0.1:30000", 0);
    private static final StreamPosition POSITION = new StreamPosition(41, 7, false, null);
    private static final int BLOCKS = 20;
    private static final StreamSpec SPEC =
            new StreamSpec(TARGET, StreamSpec.Direction.CONNECT, "tcp://10.0.0.1:5557", "tcp://10.0.0.1:5657", "kv");
    private static final WorkerSettings WORKER = WorkerSettings.of(
            URI.create(TARGET.worker()), Role.MIXED, Engine.SGLANG, Protocol.NONE, List.of("m"), "g", 1, 0, 4);

    @TempDir
    private Path directory;

    private Path file;
    private final RankFates fates = new RankFates();
    private final RankIndex rank = rank();

    private static RankIndex rank() {
        return new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2)).addRank(TARGET, 4);
    }

    @BeforeEach
    void write() throws Exception {
        file = directory.resolve("index.snapshot");
        RankIndex earlier = rank();
        long[] hashes = new Random(1).longs(BLOCKS).toArray();
        int[] tokens = new Random(2).ints(4 * BLOCKS, 0, 1_000).toArray();
        earlier.apply(new BlockStored(hashes, false, 0, tokens, 4, Tier.DEVICE, -1, CacheNamespace.PLAIN, null));
        RankCopy copy = new RankCopy();
        earlier.copyTo(copy);
        try (SnapshotWriter writer = new SnapshotWriter(file, 1 << 20)) {
            writer.add(new RankHead(TARGET, SPEC.endpoint(), SPEC.topic(), WORKER.models(), 4, 4, POSITION), copy);
            writer.finish(System.currentTimeMillis());
        }
    }

    private @Nullable StreamPosition broughtIn() {
        SavedRanks saved = new SavedRanks(Duration.ofMinutes(10), fates, Runnable::run);
        saved.open(file, SnapshotSettings.off().at(file));
        return told(Objects.requireNonNull(saved.of(WORKER, SPEC, rank)));
    }

    /** What the stream is told; fails when it is told nothing, for it would wait for ever. */
    private static @Nullable StreamPosition told(SavedView view) {
        AtomicReference<String> times = new AtomicReference<>("");
        AtomicReference<@Nullable StreamPosition> position = new AtomicReference<>();
        view.bringIn(told -> {
            times.set(times.get() + "told ");
            position.set(told);
        });
        assertThat(times.get()).isEqualTo("told ");
        return position.get();
    }

    private long lost(RankLoss why) {
        return fates.status().lost().getOrDefault(why, 0L);
    }

    @Test
    void wholeViewIsThereBeforeItsStreamBegins() {
        assertThat(broughtIn()).isEqualTo(POSITION);
        assertThat(rank.blocks(Tier.DEVICE)).isEqualTo(BLOCKS);
    }

    @Test
    void nothingIsLeftOfAViewThatTurnsOutToBeDamaged() throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        // In the own hash of the last block: all of them are in the index before the checksum tells.
        int lastOfBlocks = bytes.length - directoryBytes(bytes) - 10;
        bytes[lastOfBlocks] ^= 1;
        Files.write(file, bytes);

        assertThat(broughtIn()).isNull();
        assertThat(rank.blocks(Tier.DEVICE)).isZero();
        assertThat(lost(RankLoss.CORRUPT)).isEqualTo(1);
    }

    private static int directoryBytes(byte[] file) {
        return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(8 + 4 + 4 + 8 + 8 + 8);
    }

    /** As one that finds no memory does; that error itself would end the test run instead of failing the test. */
    @Test
    void streamBeginsWithoutAViewThatFailsWithAnError() {
        SavedRank view = new SavedRank(TARGET, fates, Runnable::run, () -> {
            throw new InternalError("as if");
        });

        assertThat(told(view)).isNull();
        assertThat(view.settled()).isCompleted();
        assertThat(lost(RankLoss.UNREADABLE)).isEqualTo(1);
    }

    /** Else it would be told as one that waits for its publisher for ever. */
    @Test
    void viewWhoseStreamEndsWhileItIsBroughtInIsUndecided() {
        List<Runnable> later = new ArrayList<>();
        SavedRank view = new SavedRank(TARGET, fates, later::add, () -> {
            fates.loaded();
            return POSITION;
        });
        view.bringIn(position -> {});
        view.unused();
        later.get(0).run();

        assertThat(fates.status().waiting()).isZero();
        assertThat(lost(RankLoss.UNDECIDED)).isEqualTo(1);
    }
}
