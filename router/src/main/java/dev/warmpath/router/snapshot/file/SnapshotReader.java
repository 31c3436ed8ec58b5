package dev.warmpath.router.snapshot.file;

import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.index.RankIndex;
import dev.warmpath.scorer.index.snapshot.MalformedRankException;
import dev.warmpath.scorer.index.snapshot.RankReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Reads a file: its directory at once, each rank when it is asked for. The file stays open, so that it may be written anew
 * meanwhile. Not thread-safe but for {@link #ranks}.
 */
public final class SnapshotReader implements AutoCloseable {

    private static final int BUFFER_BYTES = 256 << 10;

    /** Room for some hundred thousand ranks. */
    private static final int MAX_DIRECTORY = 64 << 20;

    /**
     * One rank's part.
     *
     * @param from where its bytes begin
     * @param bytes how many they are
     */
    public record Entry(RankHead head, long from, long bytes, int crc) {}

    private final FileChannel channel;
    private final FileHeader header;
    private final Map<Target, Entry> ranks;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private SnapshotReader(FileChannel channel, FileHeader header, Map<Target, Entry> ranks) {
        this.channel = channel;
        this.header = header;
        this.ranks = ranks;
    }

    /**
     * Opens a file.
     *
     * @param nowMillis Unix time
     * @throws java.nio.file.NoSuchFileException when there is none
     * @throws IOException when it cannot be read
     * @throws RefusedSnapshotException when it is not to be used, and why
     */
    public static SnapshotReader open(Path path, long maxBytes, Duration maxAge, long nowMillis)
            throws IOException, RefusedSnapshotException {
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // Opening a pipe would wait for somebody to write into it.
            throw new RefusedSnapshotException(Refusal.UNREADABLE, "it is no regular file");
        }
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            return open(channel, maxBytes, maxAge, nowMillis);
        } catch (IOException | RefusedSnapshotException | RuntimeException refused) {
            channel.close();
            throw refused;
        }
    }

    private static SnapshotReader open(FileChannel channel, long maxBytes, Duration maxAge, long nowMillis)
            throws IOException, RefusedSnapshotException {
        long length = channel.size();
        FileHeader header = FileHeader.read(read(channel, 0, (int) Math.min(FileHeader.BYTES, length)), length);
        if (length > maxBytes) {
            throw new RefusedSnapshotException(Refusal.TOO_LARGE, length + " bytes, and may have " + maxBytes);
        }
        long age = nowMillis - header.writtenMillis();
        if (age > maxAge.toMillis()) {
            throw new RefusedSnapshotException(Refusal.TOO_OLD, "written " + Duration.ofMillis(age) + " ago");
        }
        if (-age > maxAge.toMillis()) {
            // Its age is anybody's guess: one of the two clocks was wrong, or this one is.
            String detail = "written " + Duration.ofMillis(-age) + " ahead of this machine's clock";
            throw new RefusedSnapshotException(Refusal.TOO_OLD, detail);
        }
        if (header.directoryBytes() > MAX_DIRECTORY) {
            throw new RefusedSnapshotException(Refusal.CORRUPT, "its directory is larger than any is");
        }
        ByteBuffer listed = read(channel, header.directoryAt(), header.directoryBytes());
        CRC32C crc = new CRC32C();
        crc.update(listed.duplicate());
        if ((int) crc.getValue() != header.directoryCrc()) {
            throw new RefusedSnapshotException(Refusal.CORRUPT, "its directory is damaged");
        }
        return new SnapshotReader(channel, header, list(new DirectoryReader(listed), header));
    }

    private static Map<Target, Entry> list(DirectoryReader in, FileHeader header) throws RefusedSnapshotException {
        Map<Target, Entry> ranks = new LinkedHashMap<>();
        for (int i = 0; i < header.ranks(); i++) {
            RankHead head = RankHead.read(in);
            long from = in.number();
            long bytes = in.number();
            long crc = in.number();
            boolean inside = from >= FileHeader.BYTES && bytes >= 0 && bytes <= header.directoryAt() - from;
            if (!inside || ranks.put(head.target(), new Entry(head, from, bytes, (int) crc)) != null) {
                throw DirectoryReader.damaged();
            }
        }
        if (!in.atEnd()) {
            throw DirectoryReader.damaged();
        }
        return ranks;
    }

    private static ByteBuffer read(FileChannel channel, long from, int bytes)
            throws IOException, RefusedSnapshotException {
        ByteBuffer read = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        fill(channel, from, read);
        return read.flip();
    }

    private static void fill(FileChannel channel, long from, ByteBuffer into)
            throws IOException, RefusedSnapshotException {
        for (long at = from; into.hasRemaining(); ) {
            int read = channel.read(into, at);
            if (read < 0) {
                throw new RefusedSnapshotException(Refusal.TRUNCATED, "it became shorter while it was read");
            }
            at += read;
        }
    }

    /** What it has. */
    public Map<Target, Entry> ranks() {
        return Map.copyOf(ranks);
    }

    /** When it was written, as Unix time. */
    public long writtenMillis() {
        return header.writtenMillis();
    }

    /**
     * Puts a rank's blocks into the index.
     *
     * @param into holds nothing yet; holds part of it when this fails, and is to be dropped
     * @param keepLearned whether blocks that answers had proved are young enough to be believed
     * @param nowNanos of the clock that {@link dev.warmpath.scorer.index.PrefixIndex#expireLearned} goes by
     * @throws RefusedSnapshotException when the bytes are not those that were written
     */
    public void load(Entry entry, RankIndex into, boolean keepLearned, long nowNanos)
            throws IOException, RefusedSnapshotException {
        RankReader rank = new RankReader(into, entry.head().blockSize(), entry.bytes(), keepLearned, nowNanos);
        CRC32C crc = new CRC32C();
        long at = entry.from();
        long end = at + entry.bytes();
        buffer.clear();
        try {
            while (at < end) {
                int kept = buffer.position();
                buffer.limit((int) Math.min(buffer.capacity(), kept + end - at));
                fill(channel, at, buffer);
                at += buffer.position() - kept;
                crc.update(buffer.duplicate().flip().position(kept));
                rank.read(buffer.flip());
                buffer.compact();
            }
            rank.end();
        } catch (MalformedRankException malformed) {
            throw new RefusedSnapshotException(Refusal.CORRUPT, String.valueOf(malformed.getMessage()));
        }
        if ((int) crc.getValue() != entry.crc()) {
            throw new RefusedSnapshotException(Refusal.CORRUPT, "its checksum is wrong");
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
