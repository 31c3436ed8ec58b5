package dev.warmpath.it.bench;

import dev.warmpath.it.bench.tokenize.TokenizeBench;
import dev.warmpath.it.demo.TemporaryDemoModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code warmpath bench tokenize}. */
@Command(
        name = "tokenize",
        description = {
            "Measures how long the first turn of a conversation of 1,000 to 128,000 tokens takes to become tokens and"
                    + " block hashes, and how long the turns after it, template included.",
            "docs/benchmarks.md says how to read it."
        },
        mixinStandardHelpOptions = true)
final class TokenizeCommand implements Callable<Integer> {

    private static final int SECONDS = 60;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Option(
            names = "--tokenizer",
            paramLabel = "DIR",
            description = "Model directory with tokenizer.json and chat template (default: the demo model's).")
    private @Nullable Path tokenizer;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Duration length = Duration.ofSeconds(options.seconds(SECONDS));
        if (tokenizer != null) {
            measure(tokenizer, length);
        } else {
            try (TemporaryDemoModel demo = TemporaryDemoModel.unpack()) {
                measure(demo.directory(), length);
            }
        }
        return 0;
    }

    private void measure(Path model, Duration length) throws IOException {
        new TokenizeBench(model, options.seed())
                .run(length)
                .print(spec.commandLine().getOut());
    }
}
