package dev.warmpath.router.snapshot.file;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The directory as it grows: numbers of eight bytes, and texts behind their length. */
final class DirectoryWriter {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void number(long value) {
        byte[] eight = new byte[Long.BYTES];
        ByteBuffer.wrap(eight).order(ByteOrder.LITTLE_ENDIAN).putLong(value);
        bytes.writeBytes(eight);
    }

    void text(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(utf8.length);
        bytes.writeBytes(utf8);
    }

    int size() {
        return bytes.size();
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
