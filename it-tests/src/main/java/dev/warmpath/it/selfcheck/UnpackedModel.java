package dev.warmpath.it.selfcheck;

import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The demo's model in a directory that is there for as long as it is used. */
final class UnpackedModel {

    /** What is done with the directory. */
    @FunctionalInterface
    interface Use {
        String of(Path model) throws Exception;
    }

    private UnpackedModel() {}

    static String with(Use use) throws Exception {
        Path directory = Files.createTempDirectory("warmpath-self-check");
        try {
            return use.of(DemoModel.unpack(directory));
        } finally {
            delete(directory);
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
