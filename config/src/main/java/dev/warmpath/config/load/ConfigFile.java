package dev.warmpath.config.load;

import dev.warmpath.config.document.YamlText;
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

/** Reads a configuration file's text: UTF-8, bounded. */
final class ConfigFile {

    /** No UTF-8 text of more bytes fits the bound on characters. */
    private static final int MAX_BYTES = 4 * YamlText.MAX_CHARS;

    private ConfigFile() {}

    /** The file's text; null, with the problem reported, if there is none. */
    static @Nullable String read(Path file, Problems problems) {
        if (Files.isDirectory(file)) {
            refuse(problems, Origin.UNKNOWN, "the file is a directory", "Name the configuration file");
            return null;
        }
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (NoSuchFileException e) {
            refuse(problems, Origin.UNKNOWN, "the file does not exist", "Name an existing configuration file");
            return null;
        } catch (IOException e) {
            refuse(problems, Origin.UNKNOWN, "the file cannot be read: " + e, "Make the file readable");
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
