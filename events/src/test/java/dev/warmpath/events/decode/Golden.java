package dev.warmpath.events.decode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/**
 * A payload with what is to be read of it. The lines are explained in src/test/python/README.md.
 *
 * @param expected in the words of {@link Rendering}
 */
record Golden(String name, byte[] payload, String expected) {

    private static final List<String> FILES =
            List.of("engines.golden", "scenarios.golden", "made.golden", "released.golden");

    static List<Golden> all() {
        List<Golden> all = new ArrayList<>();
        for (String file : FILES) {
            for (String line : text(file).lines().toList()) {
                if (!line.isBlank() && !line.startsWith("#")) {
                    all.add(parse(line));
                }
            }
        }
        return all;
    }

    static Golden named(String name) {
        return all().stream()
                .filter(golden -> golden.name.equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no golden payload " + name));
    }

    private static Golden parse(String line) {
        int first = line.indexOf(" = ");
        int second = line.indexOf(" = ", first + 1);
        byte[] payload = HexFormat.of().parseHex(line.substring(first + 3, second));
        return new Golden(line.substring(0, first), payload, line.substring(second + 3));
    }

    private static String text(String file) {
        try (InputStream in = Objects.requireNonNull(Golden.class.getResourceAsStream(file), file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(file, e);
        }
    }

    /** The name alone, for the report of a parameterised test. */
    @Override
    public String toString() {
        return name;
    }
}
