package dev.warmpath.it.selfcheck;

import dev.warmpath.events.kv.AllBlocksCleared;
import dev.warmpath.events.kv.BlockRemoved;
import dev.warmpath.events.kv.BlockStored;
import dev.warmpath.events.kv.KvEvent;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A batch as an engine sends it, with what is to be read of it.
 *
 * @param name engine and shape
 * @param payload the bytes
 * @param events in the words of {@link #describe}
 */
record GoldenPayload(String name, byte[] payload, String events) {

    private static final String FILE = "payloads.golden";

    static List<GoldenPayload> all() throws IOException {
        try (InputStream in = GoldenPayload.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new FileNotFoundException("the jar lacks " + FILE);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(GoldenPayload::parse)
                    .toList();
        }
    }

    private static GoldenPayload parse(String line) {
        String[] parts = line.split(" = ", 3);
        return new GoldenPayload(parts[0], HexFormat.of().parseHex(parts[1]), parts[2]);
    }

    /** Events as one line of text: what they do, to which blocks. */
    static String describe(List<KvEvent> events) {
        return events.stream().map(GoldenPayload::describe).collect(Collectors.joining("; "));
    }

    private static String describe(KvEvent event) {
        if (event instanceof BlockStored stored) {
            return "store " + Arrays.toString(stored.hashes()) + " tokens " + Arrays.toString(stored.tokens())
                    + " size " + stored.blockSize() + " " + stored.tier().name().toLowerCase(Locale.ROOT);
        }
        if (event instanceof BlockRemoved removed) {
            return "remove " + Arrays.toString(removed.hashes());
        }
        return event instanceof AllBlocksCleared ? "clear" : event.toString();
    }
}
