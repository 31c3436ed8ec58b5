package dev.warmpath.it.demo;

import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The demo model in a directory of its own, which goes when this is closed: for those who only load it. */
public final class TemporaryDemoModel implements AutoCloseable {

    private final Path directory;

    private TemporaryDemoModel(Path directory) {
        this.directory = directory;
    }

    /** Unpacks the model among the system's temporary files. */
    public static TemporaryDemoModel unpack() throws IOException {
        return new TemporaryDemoModel(DemoModel.unpack(Files.createTempDirectory("warmpath-demo-model-")));
    }

    /** The model's directory. */
    public Path directory() {
        return directory;
    }

    @Override
    public void close() throws IOException {
        List<Path> unpacked;
        try (Stream<Path> files = Files.list(directory)) {
            unpacked = files.toList();
        }
        for (Path file : unpacked) {
            Files.delete(file);
        }
        Files.delete(directory);
    }
}
