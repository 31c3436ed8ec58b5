package dev.warmpath.router.prompt;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * The model directory of the demo: a small byte-level BPE tokenizer and a chat template of our own, which the jar
 * brings. The tokenizer library reads files only, so it has to be unpacked first. Made by {@code
 * router/src/main/python/make_demo_model.py}.
 */
public final class DemoModel {

    /** The name under which the demo serves it. */
    public static final String NAME = "demo";

    private static final String RESOURCES = "/dev/warmpath/router/demo-model/";
    private static final List<String> FILES = List.of("tokenizer.json", "tokenizer_config.json", "chat_template.jinja");

    private DemoModel() {}

    /**
     * Writes the model's files, over older ones if need be.
     *
     * @param directory made if it is not there
     * @return the same directory, as a model's {@code tokenizer} setting wants it
     */
    public static Path unpack(Path directory) throws IOException {
        Files.createDirectories(directory);
        for (String file : FILES) {
            try (InputStream packed = DemoModel.class.getResourceAsStream(RESOURCES + file)) {
                if (packed == null) {
                    throw new FileNotFoundException("the router's jar lacks " + RESOURCES + file);
                }
                Files.copy(packed, directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        return directory;
    }
}
