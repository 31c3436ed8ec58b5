package dev.warmpath.router.snapshot.file;

import dev.warmpath.scorer.hash.BlockHash;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The first bytes of the file.
 *
 * @param writtenMillis when it was written, as Unix time
 * @param directoryAt where the directory begins
 * @param directoryBytes how long it is
 * @param directoryCrc its CRC32C
 * @param ranks how many it lists
 * @param fileBytes how long the file is
 */
record FileHeader(
        long writtenMillis, long directoryAt, int directoryBytes, int directoryCrc, int ranks, long fileBytes) {

    static final int BYTES = 64;

    /** Raised by whatever changes the layout of the file or the meaning of a rank's bytes. */
    static final int VERSION = 1;

    /** Not text, so that no text passes for it. */
    private static final byte[] MAGIC = "\u0089WarmIdx".getBytes(StandardCharsets.ISO_8859_1);

    private static final int CRC_AT = BYTES - Integer.BYTES;

    /** A block of fixed tokens: two releases that hash blocks otherwise hash this one otherwise. */
    private static final int[] PROBE = {1, 2, 3, 5, 8, 13, 21, 34};

    private static long hashing() {
        return BlockHash.next(BlockHash.next(0, PROBE, 0, PROBE.length), PROBE, 0, PROBE.length, PROBE.length);
    }

    /** @param out little-endian, at least {@link #BYTES} long; written from its beginning */
    void write(ByteBuffer out) {
        out.clear().limit(BYTES);
        out.put(MAGIC)
                .putInt(VERSION)
                .putInt(ranks)
                .putLong(hashing())
                .putLong(writtenMillis)
                .putLong(directoryAt)
                .putInt(directoryBytes)
                .putInt(directoryCrc)
                .putLong(fileBytes)
                .putInt(0);
        out.putInt(crc(out)).flip();
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @param in little-endian; the first bytes of the file, all of them where it has fewer than a header
     * @param fileBytes how long the file is
     */
    static FileHeader read(ByteBuffer in, long fileBytes) throws RefusedSnapshotException {
        byte[] magic = new byte[Math.min(MAGIC.length, in.remaining())];
        in.get(0, magic);
        if (!Arrays.equals(magic, Arrays.copyOf(MAGIC, magic.length))) {
            throw new RefusedSnapshotException(Refusal.FOREIGN, "it does not begin as a snapshot does");
        }
        if (in.remaining() < BYTES) {
            throw new RefusedSnapshotException(Refusal.TRUNCATED, "it ends within its header");
        }
        in.position(MAGIC.length);
        int version = in.getInt();
        if (version > VERSION) {
            throw new RefusedSnapshotException(
                    Refusal.FUTURE_VERSION, "version " + version + "; this release reads " + VERSION);
        }
        int ranks = in.getInt();
        long hashing = in.getLong();
        FileHeader header = new FileHeader(in.getLong(), in.getLong(), in.getInt(), in.getInt(), ranks, in.getLong());
        if (in.getInt(CRC_AT) != crc(in) || version != VERSION) {
            throw new RefusedSnapshotException(Refusal.CORRUPT, "its header is damaged");
        }
        if (hashing != hashing()) {
            throw new RefusedSnapshotException(Refusal.OTHER_HASHING, "its block hashes are made otherwise");
        }
        header.check(fileBytes);
        return header;
    }

    private void check(long length) throws RefusedSnapshotException {
        if (length < fileBytes) {
            throw new RefusedSnapshotException(Refusal.TRUNCATED, "it has " + length + " of " + fileBytes + " bytes");
        }
        if (length > fileBytes
                || directoryAt < BYTES
                || directoryBytes < 0
                || directoryAt != fileBytes - directoryBytes
                || ranks < 0) {
            throw new RefusedSnapshotException(Refusal.CORRUPT, "its header contradicts itself");
        }
    }

    private static int crc(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().clear().limit(CRC_AT));
        return (int) crc.getValue();
    }
}
