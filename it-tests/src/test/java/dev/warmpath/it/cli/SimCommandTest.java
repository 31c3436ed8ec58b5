package dev.warmpath.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.router.cli.CommandProvider;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code warmpath sim} is found, explains itself, refuses nonsense, and prints what the router's loader takes. */
class SimCommandTest {

    private static CommandLine command() {
        return new CommandLine(new SimCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setErr(new PrintWriter(new StringWriter()));
    }

    @Test
    void isFoundByTheCommandLine() {
        assertThat(StreamSupport.stream(
                                ServiceLoader.load(CommandProvider.class).spliterator(), false)
                        .map(CommandProvider::command))
                .anyMatch(SimCommand.class::isInstance);
    }

    @Test
    void helpNamesEveryOption() {
        StringWriter out = new StringWriter();

        int exit = command().setOut(new PrintWriter(out)).execute("--help");

        assertThat(exit).isZero();
        assertThat(out.toString())
                .contains("--engine", "--role", "--dp-size", "--block-size", "--events", "--replay-framing", "--speed");
    }

    @Test
    void printedEntryIsWhatTheRouterLoads() {
        for (SimEngineConfig config : List.of(
                SimEngineConfig.builder(Engine.SGLANG, Role.PREFILL)
                        .ranks(4, 2)
                        .adapters("ad:1")
                        .apiKey("k\"1")
                        .build(),
                SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                        .events(EventOptions.builder(Engine.VLLM)
                                .topic("kv@a")
                                .replay(0, false)
                                .build())
                        .build(),
                SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                        .events(EventOptions.builder(Engine.VLLM)
                                .connectTo("127.0.0.1", 21_000)
                                .build())
                        .build(),
                SimEngineConfig.builder(Engine.SGLANG, Role.DECODE).build())) {
            try (SimEngine engine = SimEngine.start(config)) {
                assertThat(load(WorkerYaml.of(List.of(engine.workerSettings()))))
                        .containsExactly(engine.workerSettings());
            }
        }
    }

    private static List<WorkerSettings> load(String workers) {
        String yaml = "scoring:\n  prefill: {overlap_weight: 1}\n  decode: {overlap_weight: 1}\n"
                + "  mixed: {overlap_weight: 1}\nmodels:\n  - {name: demo}\n  - {name: \"ad:1\"}\n"
                + workers;
        LoadResult result = ConfigLoader.loadText(yaml, Path.of(""), Map.of(), List.of(), PathCheck.NOT_CHECKED);
        assertThat(result).as(yaml).isInstanceOf(LoadResult.Loaded.class);
        return ((LoadResult.Loaded) result).settings().workers();
    }

    @Test
    void nonsenseIsWrongUsage() {
        assertThat(command().execute("--events", "array:11")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(command().execute("--events", "xml")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(command().execute("--replay-framing", "5")).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(command().execute("--blocks", "0")).isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
