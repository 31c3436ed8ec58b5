package dev.warmpath.router.template;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** One small text file of a model directory, read whole, with a bound on its size. */
final class ModelFile {

    /** {@code tokenizer_config.json} with thousands of added tokens is about a megabyte. */
    private static final long MAX_BYTES = 32L << 20;

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private ModelFile() {}

    /** The file's text, or nothing when there is no such file. */
    static Optional<String> text(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        long bytes = Files.size(file);
        if (bytes > MAX_BYTES) {
            throw new IOException(file + " has " + bytes + " bytes, more than " + MAX_BYTES);
        }
        try {
            return Optional.of(Files.readString(file));
        } catch (IOException e) {
            throw new IOException("cannot read " + file + " as UTF-8 text: " + e, e);
        }
    }

    /** The file's JSON, or a missing node when there is no such file. */
    static JsonNode json(Path file) throws IOException {
        Optional<String> text = text(file);
        if (text.isEmpty()) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(text.get());
        } catch (JsonProcessingException e) {
            throw new IOException(file + " is not JSON: " + e.getOriginalMessage(), e);
        }
    }
}
