package dev.warmpath.it.bench;

import dev.warmpath.it.bench.trace.GeneratedCorpus;
import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TraceFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which requests a benchmark runs on. */
public final class TraceOptions {

    @Option(
            names = "--traces",
            paramLabel = "DIR",
            description = "Directory of public request traces (*.jsonl with timestamp, input_length, output_length,"
                    + " hash_ids). Default: a generated corpus of the same shape.")
    private @Nullable Path directory;

    /** Whether traces were given. */
    boolean given() {
        return directory != null;
    }

    /** The directory that was given, for another process; empty for none. */
    String path() {
        Path directory = this.directory;
        return directory == null ? "" : directory.toAbsolutePath().toString();
    }

    /**
     * The traces that were given, or made ones.
     *
     * @throws IllegalArgumentException naming file and line, if one is malformed or there is none
     * @throws IOException if they cannot be read
     */
    List<Trace> traces(long seed) throws IOException {
        Path directory = this.directory;
        return directory == null ? GeneratedCorpus.all(seed) : TraceFile.readAll(directory);
    }
}
