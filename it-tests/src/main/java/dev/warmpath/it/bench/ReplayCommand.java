package dev.warmpath.it.bench;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.bench.replay.ReplayCheck;
import dev.warmpath.it.bench.replay.ReplayFindings;
import dev.warmpath.it.bench.replay.ReplayPlan;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath bench replay}. */
@Command(
        name = "replay",
        description = {
            "Fills simulated workers through a router, restarts them so that their GPU memory is empty while a lower tier"
                    + " survives, and replays the prompts. Tells what the router credits, and what the workers read from"
                    + " the lower tier and store there again.",
            "Exit status 0 only if the lower tier was credited and read, and nothing was stored there again; 1 if not;"
                    + " 2 for wrong usage. docs/benchmarks.md says how to read it."
        },
        mixinStandardHelpOptions = true)
final class ReplayCommand implements Callable<Integer> {

    /** How long each condition is waited for: it is there within a second. */
    private static final int SECONDS = 30;

    private static final int MOST_PROMPTS = 40_000;
    private static final int MOST_WORKERS = 64;
    private static final int LONGEST_PROMPT = 100_000;

    @Mixin
    private final BenchOptions options = new BenchOptions();

    @Option(names = "--engine", defaultValue = "sglang", description = "sglang or vllm (default: ${DEFAULT-VALUE}).")
    private Engine engine = Engine.SGLANG;

    @Option(names = "--workers", defaultValue = "2", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int workers = 2;

    @Option(names = "--prompts", defaultValue = "32", paramLabel = "N", description = "Default: ${DEFAULT-VALUE}.")
    private int prompts = 32;

    @Option(
            names = "--prompt-tokens",
            defaultValue = "1024",
            paramLabel = "N",
            description = "Length of each prompt (default: ${DEFAULT-VALUE}).")
    private int promptTokens = 1024;

    @Option(names = "--no-tiers", description = "The workers keep no lower tier; the check then has to fail.")
    private boolean noTiers;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (workers < 1
                || workers > MOST_WORKERS
                || prompts < 1
                || prompts > MOST_PROMPTS
                || promptTokens < ReplayPlan.SHORTEST_PROMPT
                || promptTokens > LONGEST_PROMPT) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--workers must be 1.." + MOST_WORKERS + ", --prompts 1.." + MOST_PROMPTS + ", --prompt-tokens "
                            + ReplayPlan.SHORTEST_PROMPT + ".." + LONGEST_PROMPT);
        }
        ReplayPlan plan = new ReplayPlan(
                engine,
                workers,
                prompts,
                promptTokens,
                !noTiers,
                Duration.ofSeconds(options.seconds(SECONDS)),
                options.seed());
        ReplayFindings findings = new ReplayCheck(plan).run();
        findings.report().print(spec.commandLine().getOut());
        return findings.objections().isEmpty() ? 0 : 1;
    }
}
