package dev.warmpath.it.bench;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every benchmark takes. */
public final class BenchOptions {

    private static final long SHORT_SEEDS = 1_000_000_000L;

    @Option(names = "--seconds", paramLabel = "S", description = "How long the whole run takes, about.")
    private @Nullable Integer seconds;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "What everything random follows from. Default: another one each time; it is printed.")
    private @Nullable Long seed;

    /** The time that was asked for, or this. */
    int seconds(int otherwise) {
        return seconds == null ? otherwise : seconds;
    }

    /** The seed that was asked for, or a new one. */
    long seed() {
        return seed == null ? ThreadLocalRandom.current().nextLong(SHORT_SEEDS) : seed;
    }
}
