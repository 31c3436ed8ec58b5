package dev.warmpath.it.bench.index;

import dev.warmpath.it.bench.trace.GeneratedCorpus;
import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TraceFile;
import java.io.IOException;
import java.nio.file.Path;

/**
 * What an {@link IndexLoad} is made from, in a form that can be handed to another process.
 *
 * @param traces a directory of traces, or empty for a generated one
 * @param size of the corpus
 * @param residentBlocks blocks of prompts that stay in the index
 * @param seed of everything random
 */
public record IndexSetUp(String traces, CorpusSize size, int residentBlocks, long seed) {

    private static final String SEPARATOR = ";";

    /** The text that {@link #parse} takes. */
    String text() {
        return String.join(
                SEPARATOR,
                String.valueOf(size.ranks()),
                String.valueOf(size.blocksPerRank()),
                String.valueOf(size.lengthFactor()),
                String.valueOf(size.copies()),
                String.valueOf(size.requests()),
                String.valueOf(residentBlocks),
                String.valueOf(seed),
                traces);
    }

    static IndexSetUp parse(String text) {
        String[] parts = text.split(SEPARATOR, 8);
        int[] numbers = new int[6];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Integer.parseInt(parts[i]);
        }
        CorpusSize size = new CorpusSize(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
        return new IndexSetUp(parts[7], size, numbers[5], Long.parseLong(parts[6]));
    }

    /** The trace: the first of the directory, or a generated one like the conversations. */
    Trace trace() throws IOException {
        int requests = size.requests() / size.copies();
        return traces.isEmpty()
                ? GeneratedCorpus.of("conversation", requests, seed)
                : TraceFile.readAll(Path.of(traces)).get(0);
    }

    /** An index that holds the prompts that stay, and the corpus to be told to it. */
    IndexLoad load() throws IOException {
        return new IndexLoad(IndexCorpus.of(trace(), size, seed), residentBlocks);
    }
}
