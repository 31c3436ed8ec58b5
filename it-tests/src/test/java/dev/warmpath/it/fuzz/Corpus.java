package dev.warmpath.it.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Good inputs that fuzzing starts from, and bad ones that it once found: resources beside this class. */
final class Corpus {

    private Corpus() {}

    static byte[] bytes(String name) {
        try (InputStream in = Corpus.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no resource " + name);
            }
            return in.readAllBytes();
        } catch (IOException broken) {
            throw new UncheckedIOException(name, broken);
        }
    }

    /** The lines of a resource, without empty ones and those that begin with a hash sign. */
    static List<String> lines(String name) {
        return new String(bytes(name), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }
}
