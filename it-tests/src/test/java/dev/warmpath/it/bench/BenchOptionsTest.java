package dev.warmpath.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

class BenchOptionsTest {

    @Command(name = "any")
    private static final class AnyBenchmark {

        @Mixin
        private final BenchOptions options = new BenchOptions();
    }

    private static int seconds(String... arguments) {
        AnyBenchmark benchmark = new AnyBenchmark();
        new CommandLine(benchmark).parseArgs(arguments);
        return benchmark.options.seconds(30);
    }

    @Test
    void timeIsWhatWasAskedForOrTheBenchmarksOwn() {
        assertThat(seconds()).isEqualTo(30);
        assertThat(seconds("--seconds", "7")).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "0", "604801", "9999999999", "1.5", "soon"})
    void timeThatNoRunCanTakeIsWrongUsage(String written) {
        assertThatExceptionOfType(ParameterException.class)
                .isThrownBy(() -> seconds("--seconds=" + written))
                .withMessageContaining("--seconds is a whole number from 1 to 604800, not " + written);
    }
}
