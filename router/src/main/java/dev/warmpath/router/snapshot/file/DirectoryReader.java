package dev.warmpath.router.snapshot.file;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads what {@link DirectoryWriter} wrote; believes no length beyond the bytes that are there. */
final class DirectoryReader {

    private final ByteBuffer in;

    /** @param in little-endian */
    DirectoryReader(ByteBuffer in) {
        this.in = in;
    }

    long number() throws RefusedSnapshotException {
        if (in.remaining() < Long.BYTES) {
            throw damaged();
        }
        return in.getLong();
    }

    int integer() throws RefusedSnapshotException {
        long value = number();
        if (value != (int) value) {
            throw damaged();
        }
        return (int) value;
    }

    String text() throws RefusedSnapshotException {
        long length = number();
        if (length < 0 || length > in.remaining()) {
            throw damaged();
        }
        byte[] utf8 = new byte[(int) length];
        in.get(utf8);
        return new String(utf8, StandardCharsets.UTF_8);
    }

    List<String> texts() throws RefusedSnapshotException {
        long count = number();
        if (count < 0 || count > in.remaining() / Long.BYTES) {
            throw damaged();
        }
        List<String> texts = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            texts.add(text());
        }
        return texts;
    }

    boolean atEnd() {
        return !in.hasRemaining();
    }

    static RefusedSnapshotException damaged() {
        return new RefusedSnapshotException(Refusal.CORRUPT, "its directory contradicts itself");
    }
}
