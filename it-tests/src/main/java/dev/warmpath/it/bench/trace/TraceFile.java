package dev.warmpath.it.bench.trace;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Reads the public format of request traces: one JSON object per line with {@code timestamp} (ms), {@code input_length},
 * {@code output_length} and {@code hash_ids}, as Mooncake published them.
 */
public final class TraceFile {

    private static final String SUFFIX = ".jsonl";
    private static final ObjectMapper JSON = new ObjectMapper();

    private TraceFile() {}

    /**
     * All traces of a directory, by name.
     *
     * @throws IllegalArgumentException naming file and line, if one is malformed or there is none
     */
    public static List<Trace> readAll(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            throw new IllegalArgumentException(
                    directory + " is not a directory; traces are *" + SUFFIX + " files in one");
        }
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            found.forEach(files::add);
        }
        if (files.isEmpty()) {
            throw new IllegalArgumentException("no *" + SUFFIX + " in " + directory);
        }
        files.sort(Comparator.comparing(Path::toString));
        List<Trace> traces = new ArrayList<>();
        for (Path file : files) {
            traces.add(read(file));
        }
        return traces;
    }

    /**
     * One trace, named like its file without {@code _trace.jsonl}.
     *
     * @throws IllegalArgumentException naming file and line, if one is malformed or there is none
     */
    public static Trace read(Path file) throws IOException {
        List<TraceRequest> requests = new ArrayList<>();
        List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        long before = 0;
        for (int i = 0; i < lines.size(); i++) {
            try {
                TraceRequest request = parse(lines.get(i));
                if (request.arrivalMillis() < before) {
                    throw new IllegalArgumentException("arrives before the request above it");
                }
                before = request.arrivalMillis();
                requests.add(request);
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException(
                        file + ", line " + (i + 1) + ": no JSON: " + e.getOriginalMessage(), e);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(file + ", line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return new Trace(name(file), requests);
    }

    private static TraceRequest parse(String line) throws JsonProcessingException {
        JsonNode json = JSON.readTree(line);
        JsonNode ids = json.path("hash_ids");
        if (!ids.isArray()) {
            throw new IllegalArgumentException("hash_ids is not a list");
        }
        int[] blocks = new int[ids.size()];
        for (int i = 0; i < blocks.length; i++) {
            blocks[i] = number(ids.get(i), "hash_ids");
        }
        return new TraceRequest(
                number(json.path("timestamp"), "timestamp"),
                number(json.path("input_length"), "input_length"),
                number(json.path("output_length"), "output_length"),
                blocks);
    }

    private static int number(JsonNode node, String key) {
        if (!node.isNumber() || !node.canConvertToInt() || node.intValue() < 0) {
            throw new IllegalArgumentException(key + " is not a whole number from 0 to " + Integer.MAX_VALUE);
        }
        return node.intValue();
    }

    private static String name(Path file) {
        Path last = file.getFileName();
        String name = last == null ? "" : last.toString();
        name = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : name;
        return name.endsWith("_trace") ? name.substring(0, name.length() - "_trace".length()) : name;
    }
}
