package dev.warmpath.router.cli;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.prompt.PromptPipeline;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code warmpath tokens}: the tokens that a router would hash for a request. */
@Command(
        name = "tokens",
        description = {
            "Says which tokens a router makes of requests, to hold against those that the engine makes.",
            "Reads one OpenAI request body per line; with \"messages\" it is a chat, otherwise a completion.",
            "Writes one JSON line for each: {\"tokens\":[...],\"text\":\"as rendered\"}, or {\"unhashed\":\"reason\","
                    + "\"detail\":\"...\"} where the router would route by load, or {\"error\":\"...\"} where it would"
                    + " refuse the request.",
            "Exit status 0: every request has tokens; 1: some have none; 2: the model could not be loaded."
        },
        mixinStandardHelpOptions = true)
final class TokensCommand implements Callable<Integer> {

    /** Someone waits for the answer of each line, and not for a request to be routed. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @Option(
            names = "--model",
            required = true,
            paramLabel = "DIR",
            description = "Model directory with tokenizer.json and chat template, as in models[].tokenizer.")
    @SuppressWarnings("NullAway.Init")
    private Path model;

    @Option(
            names = "--engine",
            required = true,
            description = "sglang or vllm: they prepare chats differently before the template sees them.")
    @SuppressWarnings("NullAway.Init")
    private Engine engine;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "Requests, one per line (default: standard input).")
    private @Nullable Path file;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        PromptSettings settings = PromptSettings.defaults().withTimeout(PATIENCE);
        ModelSettings settingsOfModel = new ModelSettings(TokenLines.MODEL, model, false);
        try (PromptPipeline prompts = new PromptPipeline(settings, List.of(settingsOfModel))) {
            if (!prompts.loadErrors().isEmpty()) {
                PrintWriter err = spec.commandLine().getErr();
                prompts.loadErrors().forEach(err::println);
                err.flush();
                return Main.USAGE;
            }
            try (InputStream requests = open()) {
                TokenLines lines =
                        new TokenLines(prompts, engine, spec.commandLine().getOut());
                return lines.answer(requests) ? 0 : 1;
            }
        }
    }

    private InputStream open() throws IOException {
        return new BufferedInputStream(file == null ? System.in : Files.newInputStream(file));
    }
}
