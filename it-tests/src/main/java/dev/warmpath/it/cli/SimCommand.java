package dev.warmpath.it.cli;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.demo.TemporaryDemoModel;
import dev.warmpath.it.sim.EnginePorts;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.WorkerYaml;
import dev.warmpath.it.sim.cache.CacheOptions;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.pd.PdOptions;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.router.cli.Termination;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code warmpath sim}: runs one simulated engine until it is interrupted. */
@Command(
        name = "sim",
        description = {
            "Runs a simulated SGLang or vLLM engine: HTTP, KV events and hand-over on real sockets, no model.",
            "Prints where it listens and the entry for the router's configuration, then runs until interrupted."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class SimCommand implements Callable<Integer> {

    @Option(names = "--engine", defaultValue = "sglang", description = "sglang or vllm (default: ${DEFAULT-VALUE}).")
    private Engine engine = Engine.SGLANG;

    @Option(
            names = "--role",
            defaultValue = "mixed",
            description = "prefill, decode or mixed (default: ${DEFAULT-VALUE}).")
    private Role role = Role.MIXED;

    @Option(names = "--model", defaultValue = DemoModel.NAME, description = "Name of its model (default: demo).")
    private String model = DemoModel.NAME;

    @Option(
            names = "--tokenizer",
            paramLabel = "DIR",
            description = "Model directory with tokenizer.json and chat template (default: the demo model's).")
    private @Nullable Path tokenizer;

    @Option(names = "--adapter", paramLabel = "NAME", description = "A LoRA adapter that it serves; may be repeated.")
    private List<String> adapters = List.of();

    @Option(names = "--group", defaultValue = "default", description = "Group of the printed entry (default: default).")
    private String group = "default";

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to bind (default: ${DEFAULT-VALUE}).")
    private String host = "127.0.0.1";

    @Option(names = "--port", defaultValue = "0", description = "HTTP port; 0 for a free one.")
    private int port;

    @Option(names = "--bootstrap-port", defaultValue = "0", description = "Of a prefill worker; 0 for a free one.")
    private int bootstrapPort;

    @Option(
            names = "--events-port",
            defaultValue = "0",
            description = "ZMQ port of rank 0, the next ranks follow; 0 for free ones.")
    private int eventsPort;

    @Option(names = "--replay-port", defaultValue = "0", description = "The same for replay.")
    private int replayPort;

    @Option(
            names = "--events-connect",
            paramLabel = "HOST:PORT",
            description = "Publishers connect here, the next ranks to the next ports, instead of binding.")
    private @Nullable String eventsConnect;

    @Option(names = "--dp-size", defaultValue = "1", description = "Data-parallel ranks (default: 1).")
    private int dpSize;

    @Option(names = "--dp-start", defaultValue = "0", description = "Number of the first rank (default: 0).")
    private int dpStart;

    @Option(names = "--block-size", defaultValue = "16", description = "Tokens per block (default: 16).")
    private int blockSize;

    @Option(names = "--blocks", defaultValue = "8192", description = "Blocks per rank (default: 8192).")
    private int blocks;

    @Option(names = "--host-blocks", defaultValue = "0", description = "Blocks of a host tier (default: none).")
    private int hostBlocks;

    @Option(
            names = "--events",
            defaultValue = "map",
            description = "map, array (the newest length), array:N or off (default: map).")
    private String events = "map";

    @Option(
            names = "--replay-framing",
            description = "3 or 4 frames per replay message (default: what the engine's newest release does).")
    private @Nullable Integer replayFraming;

    @Option(names = "--topic", defaultValue = "", description = "Topic of every event message (default: empty).")
    private String topic = "";

    @Option(
            names = "--decode-cache",
            description = "An SGLang decode worker keeps and announces its cache (off in the engine by default).")
    private boolean decodeCache;

    @Option(
            names = "--speed",
            defaultValue = "1",
            description = "How many times faster than a mid-size model on a GPU it runs; 0 for no delay (default: 1).")
    private double speed;

    @Option(names = "--answer-tokens", defaultValue = "24", description = "Usual length of answers (default: 24).")
    private int answerTokens;

    @Option(
            names = "--context-tokens",
            paramLabel = "N",
            defaultValue = "131072",
            description = "Longest prompt plus answer (default: 131072).")
    private int contextTokens;

    @Option(
            names = "--pd-timeout",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "How long a leg waits for the other one (default: 300).")
    private long pdTimeoutSeconds;

    @Option(names = "--api-key", description = "Credential without which everything is refused.")
    private @Nullable String apiKey;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Termination termination = Termination.takeOver();
        try (ModelTokenizer tokens = loadTokenizer();
                SimEngine running = SimEngine.start(config(tokens))) {
            print(running);
            termination.await(running::close);
        }
        return 0;
    }

    private ModelTokenizer loadTokenizer() throws IOException {
        if (tokenizer != null) {
            return ModelTokenizer.load(tokenizer);
        }
        try (TemporaryDemoModel demo = TemporaryDemoModel.unpack()) {
            return ModelTokenizer.load(demo.directory());
        }
    }

    SimEngineConfig config(ModelTokenizer tokens) {
        try {
            SimEngineConfig.Builder config = SimEngineConfig.builder(engine, role)
                    .model(model)
                    .adapters(adapters.toArray(String[]::new))
                    .tokenizer(tokens)
                    .group(group)
                    .host(host)
                    .ports(new EnginePorts(port, bootstrapPort, eventsPort, replayPort))
                    .ranks(dpStart, dpSize)
                    .times(TimeModel.defaults().withSpeed(speed))
                    .answerTokens(answerTokens)
                    .contextTokens(contextTokens)
                    .pd(PdOptions.defaults().withTimeouts(Duration.ofSeconds(pdTimeoutSeconds)));
            boolean caches = engine != Engine.SGLANG || role != Role.DECODE || decodeCache;
            config.cache(new CacheOptions(blockSize, blocks, hostBlocks, 0, caches));
            config.events(eventOptions(caches));
            if (apiKey != null) {
                config.apiKey(apiKey);
            }
            return config.build();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private EventOptions eventOptions(boolean caches) {
        EventOptions.Builder options = EventOptions.builder(engine).topic(topic);
        if (events.equals("off") || !caches) {
            options.enabled(false);
        } else if (events.equals("array")) {
            options.arrays(engine == Engine.VLLM ? 12 : 7);
        } else if (events.startsWith("array:")) {
            options.arrays(number("--events", events.substring("array:".length())));
        } else if (!events.equals("map")) {
            throw new IllegalArgumentException("--events must be map, array, array:N or off, but is " + events);
        }
        if (replayFraming != null) {
            if (replayFraming != 3 && replayFraming != 4) {
                throw new IllegalArgumentException("--replay-framing must be 3 or 4, but is " + replayFraming);
            }
            options.replay(EventOptions.of(engine).ringBatches(), replayFraming == 4);
        }
        if (eventsConnect != null) {
            int colon = eventsConnect.lastIndexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("--events-connect must be HOST:PORT, but is " + eventsConnect);
            }
            options.connectTo(
                    eventsConnect.substring(0, colon), number("--events-connect", eventsConnect.substring(colon + 1)));
        }
        return options.build();
    }

    private static int number(String option, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " needs a number where it has " + text, e);
        }
    }

    private void print(SimEngine running) {
        PrintWriter out = spec.commandLine().getOut();
        out.println("# " + engine + " engine, " + role + ", " + dpSize + " rank(s), at " + running.url());
        if (running.workerSettings().kvEvents() != null && eventsConnect == null) {
            out.println("# events of its first rank at " + running.rank(0).eventEndpoint() + ", replay at "
                    + running.rank(0).replayEndpoint());
        }
        out.print(WorkerYaml.of(List.of(running.workerSettings())));
        out.flush();
    }
}
