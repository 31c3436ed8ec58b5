package dev.warmpath.it.bench.restart;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.stream.StreamPosition;
import dev.warmpath.it.bench.measure.BenchReport;
import dev.warmpath.router.snapshot.file.RankHead;
import dev.warmpath.router.snapshot.file.RefusedSnapshotException;
import dev.warmpath.router.snapshot.file.SnapshotReader;
import dev.warmpath.router.snapshot.file.SnapshotWriter;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankCopy;
import dev.warmpath.scorer.index.RankIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** How long the snapshot of one large rank takes: the copy, for which its events wait, the file, and the way back. */
final class SnapshotCost {

    private static final int BLOCK_SIZE = 16;
    private static final int RUN = 64;
    private static final Target TARGET = new Target("http://127.0.0.1:30000", 0);

    /** The first is not counted: it runs as bytecode. */
    private static final int ROUNDS = 4;

    private final int blocks;
    private final Random random;

    SnapshotCost(int blocks, long seed) {
        this.blocks = blocks;
        this.random = new Random(seed);
    }

    void measure(BenchReport report) throws IOException {
        RankIndex rank = index().addRank(TARGET, BLOCK_SIZE);
        int[] tokens = new int[RUN * BLOCK_SIZE];
        for (int at = 0; at < blocks; at += RUN) {
            long[] hashes = random.longs(RUN).toArray();
            for (int i = 0; i < tokens.length; i++) {
                tokens[i] = random.nextInt(150_000);
            }
            rank.apply(new BlockStored(
                    hashes, false, 0, tokens.clone(), BLOCK_SIZE, Tier.DEVICE, -1, CacheNamespace.PLAIN, null));
        }
        Path directory = Files.createTempDirectory("warmpath-restart");
        Path file = directory.resolve("index.snapshot");
        try {
            report.table("One rank's snapshot, the best of " + (ROUNDS - 1), "blocks", "copy", "write", "read", "file");
            double copy = Double.MAX_VALUE;
            double write = Double.MAX_VALUE;
            double read = Double.MAX_VALUE;
            long bytes = 0;
            for (int round = 0; round < ROUNDS; round++) {
                RankCopy copied = new RankCopy();
                copied.reserve(rank.status().bytes());
                long began = System.nanoTime();
                rank.copyTo(copied);
                long wasCopied = System.nanoTime();
                bytes = write(file, copied);
                long wasWritten = System.nanoTime();
                read(file);
                long wasRead = System.nanoTime();
                if (round > 0) {
                    copy = Math.min(copy, (wasCopied - began) / 1e6);
                    write = Math.min(write, (wasWritten - wasCopied) / 1e6);
                    read = Math.min(read, (wasRead - wasWritten) / 1e6);
                }
            }
            report.row(
                    Integer.toString(blocks),
                    String.format(Locale.ROOT, "%.1f ms", copy),
                    String.format(Locale.ROOT, "%.0f ms", write),
                    String.format(Locale.ROOT, "%.0f ms", read),
                    String.format(Locale.ROOT, "%.1f MB", bytes / 1e6));
            report.json()
                    .put("blocks", blocks)
                    .put("copyMillis", copy)
                    .put("writeMillis", write)
                    .put("readMillis", read)
                    .put("bytes", bytes);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(directory);
        }
    }

    private static PrefixIndex index() {
        return new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    }

    private static long write(Path file, RankCopy copy) throws IOException {
        StreamPosition position = new StreamPosition(0, 0, false, null);
        RankHead head =
                new RankHead(TARGET, "tcp://127.0.0.1:5557", "", List.of("demo"), BLOCK_SIZE, BLOCK_SIZE, position);
        try (SnapshotWriter writer = new SnapshotWriter(file, Long.MAX_VALUE)) {
            writer.add(head, copy);
            return writer.finish(System.currentTimeMillis());
        }
    }

    private static void read(Path file) throws IOException {
        try (SnapshotReader reader =
                SnapshotReader.open(file, Long.MAX_VALUE, Duration.ofHours(1), System.currentTimeMillis())) {
            for (SnapshotReader.Entry entry : reader.ranks().values()) {
                reader.load(entry, index().addRank(TARGET, BLOCK_SIZE), false, System.nanoTime());
            }
        } catch (RefusedSnapshotException refused) {
            throw new IllegalStateException("its own file was refused", refused);
        }
    }
}
