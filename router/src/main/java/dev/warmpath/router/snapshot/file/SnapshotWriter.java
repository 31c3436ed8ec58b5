package dev.warmpath.router.snapshot.file;

import dev.warmpath.scorer.index.RankCopy;
import dev.warmpath.scorer.index.snapshot.RankWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.zip.CRC32C;

/**
 * Writes a file anew: beside the old one, under a name of its own, and put in its place when every byte is on disk. Whoever
 * is killed in between leaves the old file as it was.
 *
 * <p>For its owner alone, from the first byte on (mode 0600). Not thread-safe.
 */
public final class SnapshotWriter implements AutoCloseable {

    /** Ends the names of files that are being written. */
    static final String UNFINISHED = ".part";

    private static final int BUFFER_BYTES = 256 << 10;

    /** Of a rank in the directory, more than any has: addresses and names are short. */
    private static final int ROOM_IN_DIRECTORY = 64 << 10;

    private final Path path;
    private final Path unfinished;
    private final FileChannel channel;
    private final long maxBytes;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final DirectoryWriter directory = new DirectoryWriter();
    private final CRC32C crc = new CRC32C();
    private long at = FileHeader.BYTES;
    private int ranks;

    /** @param maxBytes that the file may have */
    public SnapshotWriter(Path path, long maxBytes) throws IOException {
        this.path = path.toAbsolutePath();
        this.maxBytes = maxBytes;
        Path parent = this.path.getParent();
        if (parent == null) {
            throw new IOException("the root directory is no place for a snapshot");
        }
        this.unfinished = Files.createTempFile(
                parent,
                this.path.getFileName() + ".",
                UNFINISHED,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        this.channel = FileChannel.open(unfinished, StandardOpenOption.WRITE);
    }

    /** Takes away what runs that were killed left unfinished; another router's that is being written is younger. */
    public static void clearUnfinished(Path path, Instant before) throws IOException {
        Path file = path.toAbsolutePath();
        Path parent = file.getParent();
        if (parent == null) {
            return;
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(parent, entry -> isUnfinished(file, entry))) {
            for (Path entry : left) {
                if (Files.getLastModifiedTime(entry, LinkOption.NOFOLLOW_LINKS)
                        .toInstant()
                        .isBefore(before)) {
                    Files.deleteIfExists(entry);
                }
            }
        }
    }

    private static boolean isUnfinished(Path file, Path entry) {
        String name = entry.getFileName().toString();
        return name.startsWith(file.getFileName() + ".") && name.endsWith(UNFINISHED);
    }

    /** Adds a rank; false when there is no room for it. */
    public boolean add(RankHead head, RankCopy copy) throws IOException {
        RankWriter rank = new RankWriter(copy);
        if (at + rank.bytes() + directory.size() + ROOM_IN_DIRECTORY > maxBytes) {
            return false;
        }
        long from = at;
        crc.reset();
        boolean more = true;
        while (more) {
            more = rank.write(buffer.clear());
            buffer.flip();
            crc.update(buffer.duplicate());
            writeBuffer();
        }
        head.write(directory);
        directory.number(from);
        directory.number(at - from);
        directory.number(crc.getValue());
        ranks++;
        return true;
    }

    /**
     * Puts the file in the old one's place.
     *
     * @param writtenMillis when, as Unix time
     * @return how many bytes it has
     */
    public long finish(long writtenMillis) throws IOException {
        byte[] listed = directory.toByteArray();
        crc.reset();
        crc.update(listed);
        long directoryAt = at;
        ByteBuffer rest = ByteBuffer.wrap(listed);
        while (rest.hasRemaining()) {
            at += channel.write(rest, at);
        }
        new FileHeader(writtenMillis, directoryAt, listed.length, (int) crc.getValue(), ranks, at).write(buffer);
        for (long header = 0; buffer.hasRemaining(); ) {
            header += channel.write(buffer, header);
        }
        channel.force(true);
        channel.close();
        Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
        // The new name too has to be on disk.
        try (FileChannel parent = FileChannel.open(path.resolveSibling("."), StandardOpenOption.READ)) {
            parent.force(true);
        }
        return at;
    }

    private void writeBuffer() throws IOException {
        while (buffer.hasRemaining()) {
            at += channel.write(buffer, at);
        }
    }

    /** Takes away what was not finished. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(unfinished);
    }
}
