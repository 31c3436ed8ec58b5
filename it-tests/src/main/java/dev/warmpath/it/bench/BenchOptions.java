package dev.warmpath.it.bench;

import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every benchmark takes. */
public final class BenchOptions {

    /** A week; what is reckoned from more no longer fits. */
    private static final int MOST_SECONDS = 604_800;

    private static final long SHORT_SEEDS = 1_000_000_000L;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec benchmark;

    private @Nullable Integer seconds;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "What everything random follows from. Default: another one each time; it is printed.")
    private @Nullable Long seed;

    @Option(names = "--seconds", paramLabel = "S", description = "How long the whole run takes, about.")
    void seconds(String written) {
        int asked;
        try {
            asked = Integer.parseInt(written);
        } catch (NumberFormatException e) {
            asked = 0;
        }
        if (asked < 1 || asked > MOST_SECONDS) {
            throw new ParameterException(
                    benchmark.commandLine(),
                    "--seconds is a whole number from 1 to " + MOST_SECONDS + ", not " + written);
        }
        seconds = asked;
    }

    /** The time that was asked for, or this. */
    int seconds(int otherwise) {
        return seconds == null ? otherwise : seconds;
    }

    /** The seed that was asked for, or a new one. */
    long seed() {
        return seed == null ? ThreadLocalRandom.current().nextLong(SHORT_SEEDS) : seed;
    }
}
