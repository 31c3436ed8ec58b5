package dev.warmpath.router.snapshot.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.CacheNamespace;
import dev.warmpath.events.kv.Target;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.events.stream.StreamPosition;
import dev.warmpath.events.stream.StreamReason;
import dev.warmpath.router.snapshot.file.SnapshotReader.Entry;
import dev.warmpath.scorer.index.PrefixIndex;
import dev.warmpath.scorer.index.RankCopy;
import dev.warmpath.scorer.index.RankIndex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The file of a snapshot: what is written is read again, and nothing else is. */
class SnapshotFileTest {

    private static final long WRITTEN = 1_790_000_000_000L;
    private static final long LARGE = 1 << 20;
    private static final Duration HOUR = Duration.ofHours(1);

    @TempDir
    private Path directory;

    private Path file;

    private final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    private final RankIndex first = rank(index, 0);
    private final RankIndex second = rank(index, 1);

    private static Target target(int rank) {
        return new Target("http://10.0.0.1:30000", rank);
    }

    private static RankIndex rank(PrefixIndex index, int number) {
        return index.addRank(target(number), 4);
    }

    private static void store(RankIndex rank, long firstHash, int blocks, int seed) {
        long[] hashes = new long[blocks];
        for (int i = 0; i < blocks; i++) {
            hashes[i] = firstHash + i;
        }
        int[] tokens = new Random(seed).ints(4L * blocks, 0, 1_000).toArray();
        rank.apply(new BlockStored(hashes, false, 0, tokens, 4, Tier.DEVICE, -1, CacheNamespace.PLAIN, null));
    }

    private static RankHead head(int rank) {
        return new RankHead(
                target(rank),
                "tcp://10.0.0.1:" + (5557 + rank),
                "kv",
                List.of("glm-5.2", "other"),
                4,
                4,
                new StreamPosition(
                        41 + rank, 0x1234_5678_9abcL, rank == 1, rank == 1 ? StreamReason.GAP_NOT_REPLAYABLE : null));
    }

    @BeforeEach
    void write() throws IOException {
        file = directory.resolve("index.snapshot");
        store(first, 100, 20, 1);
        store(second, 900, 30, 2);
        write(LARGE);
    }

    private long write(long maxBytes) throws IOException {
        RankCopy copy = new RankCopy();
        try (SnapshotWriter writer = new SnapshotWriter(file, maxBytes)) {
            first.copyTo(copy);
            boolean fits = writer.add(head(0), copy);
            second.copyTo(copy);
            fits &= writer.add(head(1), copy);
            long bytes = writer.finish(WRITTEN);
            return fits ? bytes : -bytes;
        }
    }

    private SnapshotReader open() throws IOException, RefusedSnapshotException {
        return SnapshotReader.open(file, LARGE, HOUR, WRITTEN + 1);
    }

    private static Entry entry(SnapshotReader reader, int rank) {
        return Objects.requireNonNull(reader.ranks().get(target(rank)));
    }

    private Refusal refusal() {
        try (SnapshotReader reader = open()) {
            throw new AssertionError("it was opened, with " + reader.ranks().size() + " ranks");
        } catch (RefusedSnapshotException refused) {
            return refused.reason();
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void ranksAreReadAsTheyWereWritten() throws Exception {
        PrefixIndex later = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
        try (SnapshotReader reader = open()) {
            assertThat(reader.writtenMillis()).isEqualTo(WRITTEN);
            assertThat(reader.ranks()).containsOnlyKeys(target(0), target(1));
            for (RankIndex original : List.of(second, first)) {
                int number = original.target().rank();
                RankIndex copy = rank(later, number);
                Entry entry = entry(reader, number);
                reader.load(entry, copy, true, 0);
                assertThat(entry.head()).isEqualTo(head(number));
                assertThat(copy.hashes(Tier.DEVICE)).isEqualTo(original.hashes(Tier.DEVICE));
            }
        }
    }

    @Test
    void fileIsItsOwnersAlone() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        try (SnapshotWriter unfinished = new SnapshotWriter(file, LARGE);
                var entries = Files.list(directory)) {
            assertThat(unfinished).isNotNull();
            assertThat(entries.map(SnapshotFileTest::mode)).containsExactly("rw-------", "rw-------");
        }
    }

    private static String mode(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }

    /** As a process that is killed: nothing of it runs any more, its unfinished file stays. */
    @Test
    void whoStopsWithinLeavesTheOldFileAsItWas() throws Exception {
        byte[] before = Files.readAllBytes(file);
        SnapshotWriter killed = new SnapshotWriter(file, LARGE);
        RankCopy copy = new RankCopy();
        store(first, 5_000, 1_000, 9);
        first.copyTo(copy);
        killed.add(head(0), copy);

        assertThat(Files.readAllBytes(file)).isEqualTo(before);
        try (SnapshotReader reader = open()) {
            assertThat(reader.ranks()).hasSize(2);
        }
        try (var entries = Files.list(directory)) {
            assertThat(entries).hasSize(2);
        }

        SnapshotWriter.clearUnfinished(file, Instant.now().minusSeconds(60));
        try (var entries = Files.list(directory)) {
            assertThat(entries).as("another router's may be young").hasSize(2);
        }
        try (var entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                Files.setLastModifiedTime(entry, FileTime.from(Instant.now().minusSeconds(120)));
            }
        }
        SnapshotWriter.clearUnfinished(file, Instant.now().minusSeconds(60));
        try (var entries = Files.list(directory)) {
            assertThat(entries).containsExactly(file);
        }
    }

    @Test
    void writerThatIsGivenUpLeavesNothing() throws IOException {
        new SnapshotWriter(file, LARGE).close();
        try (var entries = Files.list(directory)) {
            assertThat(entries).containsExactly(file);
        }
    }

    @Test
    void fileMayBeWrittenAnewWhileItIsRead() throws Exception {
        try (SnapshotReader reader = open()) {
            first.drop();
            write(LARGE);
            RankIndex copy = rank(new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2)), 0);
            reader.load(entry(reader, 0), copy, true, 0);
            assertThat(copy.blocks(Tier.DEVICE)).isEqualTo(20);
        }
    }

    @Test
    void rankThatDoesNotFitIsLeftOut() throws Exception {
        long room = 64 * 1024 + 1_000;
        assertThat(write(room)).as("negative: not all fitted").isNegative();
        try (SnapshotReader reader = open()) {
            assertThat(reader.ranks()).hasSize(1);
        }
    }

    @Test
    void fileThatIsNotThereIsNoRefusal() {
        file = directory.resolve("none");
        assertThatThrownBy(this::open).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void directoryOrPipeIsNotOpened() throws Exception {
        file = directory;
        assertThat(refusal()).isEqualTo(Refusal.UNREADABLE);
        file = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        assertThat(refusal()).isEqualTo(Refusal.UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "root:x:0:0:root:/root:/bin/bash", "{\"a\":1}"})
    void anotherFileIsForeign(String text) throws IOException {
        Files.writeString(file, text);
        assertThat(refusal()).isEqualTo(Refusal.FOREIGN);
    }

    @Test
    void fileOfALaterReleaseIsToldFromADamagedOne() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[8] = 2;
        Files.write(file, bytes);
        assertThat(refusal()).isEqualTo(Refusal.FUTURE_VERSION);
    }

    /** The header's checksum is made anew, so that the hashes alone are other ones. */
    @Test
    void fileWithOtherHashesIsRefused() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[16] ^= 1;
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, 60);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(60, (int) crc.getValue());
        Files.write(file, bytes);
        assertThat(refusal()).isEqualTo(Refusal.OTHER_HASHING);
    }

    /** A clock that was wrong says nothing of an age; one that was set right by a little does no harm. */
    @Test
    void fileFromBeyondTheClockIsRefused() throws Exception {
        assertThatThrownBy(() -> SnapshotReader.open(file, LARGE, HOUR, WRITTEN - HOUR.toMillis() - 1))
                .isInstanceOfSatisfying(
                        RefusedSnapshotException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.TOO_OLD));
        try (SnapshotReader reader = SnapshotReader.open(file, LARGE, HOUR, WRITTEN - HOUR.toMillis())) {
            assertThat(reader.ranks()).isNotEmpty();
        }
    }

    /** As two routers do that were given one path: each writes a file of its own, and who ends last has the name. */
    @Test
    void ofTwoWritersThatMeetTheLastOneWins() throws Exception {
        RankCopy copied = new RankCopy();
        try (SnapshotWriter one = new SnapshotWriter(file, LARGE);
                SnapshotWriter other = new SnapshotWriter(file, LARGE)) {
            first.copyTo(copied);
            assertThat(one.add(head(0), copied)).isTrue();
            second.copyTo(copied);
            assertThat(other.add(head(1), copied)).isTrue();
            assertThat(one.finish(WRITTEN + 1)).isPositive();
            assertThat(other.finish(WRITTEN + 2)).isPositive();
        }
        try (SnapshotReader reader = open()) {
            assertThat(reader.writtenMillis()).isEqualTo(WRITTEN + 2);
            assertThat(reader.ranks()).containsOnlyKeys(target(1));
            RankIndex copy = rank(new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2)), 1);
            reader.load(entry(reader, 1), copy, true, 0);
            assertThat(copy.blocks(Tier.DEVICE)).isEqualTo(30);
        }
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).containsExactly(file);
        }
    }

    @Test
    void oldAndLargeFilesAreRefused() {
        assertThatThrownBy(() -> SnapshotReader.open(file, LARGE, HOUR, WRITTEN + HOUR.toMillis() + 1))
                .isInstanceOfSatisfying(
                        RefusedSnapshotException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.TOO_OLD));
        assertThatThrownBy(() -> SnapshotReader.open(file, 100, HOUR, WRITTEN))
                .isInstanceOfSatisfying(
                        RefusedSnapshotException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(Refusal.TOO_LARGE));
    }

    @Test
    void fileThatEndsEarlyIsRefusedWhereverItEnds() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            assertThat(refusal())
                    .as("the first %d of %d bytes", length, whole.length)
                    .isEqualTo(Refusal.TRUNCATED);
        }
        Files.write(file, Arrays.copyOf(whole, whole.length + 1));
        assertThat(refusal()).isEqualTo(Refusal.CORRUPT);
    }

    /** Every bit in turn: the file is refused, or one rank is and the other is whole. Never a rank that was not written. */
    @Test
    void oneBitThatIsWrongCostsTheFileOrOneRank() throws Exception {
        byte[] whole = Files.readAllBytes(file);
        int refusedFiles = 0;
        int refusedRanks = 0;
        long bodies = 0;
        try (SnapshotReader reader = open()) {
            for (Entry entry : reader.ranks().values()) {
                bodies += entry.bytes();
            }
        }
        List<RankIndex> written = List.of(first, second);
        PrefixIndex later = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] bytes = whole.clone();
            bytes[bit >>> 3] ^= (byte) (1 << (bit & 7));
            Files.write(file, bytes);
            int bad = 0;
            try (SnapshotReader reader = open()) {
                for (Entry entry : reader.ranks().values()) {
                    int number = entry.head().target().rank();
                    RankIndex copy = rank(later, number);
                    try {
                        reader.load(entry, copy, true, 0);
                        assertThat(copy.hashes(Tier.DEVICE))
                                .as("bit %d", bit)
                                .isEqualTo(written.get(number).hashes(Tier.DEVICE));
                    } catch (RefusedSnapshotException damaged) {
                        assertThat(damaged.reason()).isEqualTo(Refusal.CORRUPT);
                        bad++;
                    }
                    later.removeRank(copy);
                }
                assertThat(bad).as("bit %d", bit).isEqualTo(1);
                refusedRanks++;
            } catch (RefusedSnapshotException refused) {
                refusedFiles++;
            }
        }
        assertThat(refusedRanks).isEqualTo((int) (8 * bodies));
        assertThat(refusedFiles).isEqualTo(8 * whole.length - refusedRanks);
        assertThat(later.memberships()).isZero();
    }
}
