package dev.warmpath.config.document;

import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.problem.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads a file's text: UTF-8, bounded. */
public final class TextFile {

    private TextFile() {}

    /**
     * The file's text; null, with the problem reported, if there is none.
     *
     * @param maxBytes a larger file is not read
     */
    public static @Nullable String read(Path file, int maxBytes, Problems problems) {
        if (Files.isDirectory(file)) {
            refuse(problems, Origin.UNKNOWN, "the file is a directory", "Name a file");
            return null;
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(maxBytes + 1);
        } catch (NoSuchFileException e) {
            refuse(problems, Origin.UNKNOWN, "the file does not exist", "Name an existing file");
            return null;
        } catch (IOException e) {
            refuse(problems, Origin.UNKNOWN, "the file cannot be read: " + e, "Make the file readable");
            return null;
        }
        if (bytes.length > maxBytes) {
            String message = "the file has more than " + maxBytes + " bytes";
            refuse(problems, Origin.UNKNOWN, message, "Make it smaller");
            return null;
        }
        return decode(bytes, problems);
    }

    private static @Nullable String decode(byte[] bytes, Problems problems) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(bytes.length);
        CoderResult result = StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
        if (!result.isError()) {
            return out.flip().toString();
        }
        int line = 1;
        for (int i = 0; i < in.position(); i++) {
            line += bytes[i] == '\n' ? 1 : 0;
        }
        refuse(problems, new Origin.Line(line), "the file is not UTF-8 text", "Save it as UTF-8");
        return null;
    }

    private static void refuse(Problems problems, Origin origin, String message, String remedy) {
        problems.add("", origin, message, null, remedy);
    }
}
