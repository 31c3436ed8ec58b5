package dev.warmpath.it.bench;

import dev.warmpath.it.bench.choose.ChooseBench;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code warmpath bench choose}. */
@Command(
        name = "choose",
        description = {
            "Measures one choice, from block hashes to a booked pair, for 8 to 1024 targets and prompts of 8k and 128k"
                    + " tokens; then how long event loops wait for each other.",
            "docs/benchmarks.md says how to read it."
        },
        mixinStandardHelpOptions = true)
final class ChooseCommand implements Callable<Integer> {

    private static final int SECONDS = 60;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        new ChooseBench(options.seed())
                .run(Duration.ofSeconds(options.seconds(SECONDS)))
                .print(spec.commandLine().getOut());
        return 0;
    }
}
