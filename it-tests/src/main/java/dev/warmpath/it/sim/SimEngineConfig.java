package dev.warmpath.it.sim;

import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.cache.CacheOptions;
import dev.warmpath.it.sim.events.EventOptions;
import dev.warmpath.it.sim.pd.PdOptions;
import dev.warmpath.it.sim.prompt.ByteTokenizer;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.it.sim.schedule.TimeModel;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a simulated engine is like.
 *
 * @param name for threads and logs
 * @param engine which engine it stands for
 * @param role what it does
 * @param version of its release, as it tells it
 * @param protocol how its legs hand over
 * @param group group that {@link SimEngine#workerSettings} names
 * @param model name of its model
 * @param adapters LoRA adapters it serves
 * @param tokenizer turns text into tokens
 * @param contextTokens longest prompt plus answer
 * @param answerTokens length that answers have about
 * @param host address to bind
 * @param ports where it listens; zeros are chosen
 * @param firstRank number of its first rank ({@code dp_start})
 * @param ranks data-parallel ranks
 * @param cache cache of each rank
 * @param times how fast it is, and how much it takes on
 * @param events how it publishes events
 * @param loadStream whether it publishes its load: SGLang's {@code --load-publish-endpoint}
 * @param pd how long legs wait for one another
 * @param reportCachedTokens whether usage tells how many tokens were cached
 * @param hashSeed seed of vLLM's block hashes
 * @param apiKey credential without which everything is refused, or null
 * @param keepAlive time after which an idle connection is closed; zero for never
 * @param requestLog requests that are remembered
 * @param maxBodyBytes largest request body
 * @param vertx where it runs, or null for one of its own
 * @param tls certificate of its HTTP port, or null for plain HTTP; its files are read when it starts
 */
public record SimEngineConfig(
        String name,
        Engine engine,
        Role role,
        String version,
        Protocol protocol,
        String group,
        String model,
        List<String> adapters,
        SimTokenizer tokenizer,
        int contextTokens,
        int answerTokens,
        String host,
        EnginePorts ports,
        int firstRank,
        int ranks,
        CacheOptions cache,
        TimeModel times,
        EventOptions events,
        boolean loadStream,
        PdOptions pd,
        boolean reportCachedTokens,
        String hashSeed,
        @Nullable String apiKey,
        Duration keepAlive,
        int requestLog,
        int maxBodyBytes,
        @Nullable Vertx vertx,
        @Nullable ServerTls tls) {

    public SimEngineConfig {
        adapters = List.copyOf(adapters);
        if (ranks < 1 || firstRank < 0 || contextTokens < 2 || answerTokens < 1) {
            throw new IllegalArgumentException(
                    "an engine has at least one rank, a context of two tokens and answers of one");
        }
    }

    /** Whether it has a bootstrap port that routers must know of. */
    public boolean hasBootstrap() {
        return role == Role.PREFILL && (protocol == Protocol.SGLANG_BOOTSTRAP || protocol == Protocol.VLLM_MOONCAKE);
    }

    /** Starts from an engine of one rank on loopback, as its newest release is with default flags. */
    public static Builder builder(Engine engine, Role role) {
        return new Builder(engine, role);
    }

    /** Collects what differs from the defaults. */
    public static final class Builder {

        private final Engine engine;
        private final Role role;
        private @Nullable String name;
        private String version;
        private Protocol protocol;
        private String group = "default";
        private String model = "demo";
        private List<String> adapters = List.of();
        private SimTokenizer tokenizer = new ByteTokenizer();
        private int contextTokens = 131_072;
        private int answerTokens = 24;
        private String host = "127.0.0.1";
        private EnginePorts ports = EnginePorts.CHOSEN;
        private int firstRank;
        private int ranks = 1;
        private CacheOptions cache;
        private TimeModel times = TimeModel.defaults();
        private EventOptions events;
        private boolean loadStream;
        private PdOptions pd = PdOptions.defaults();
        private boolean reportCachedTokens = true;
        private String hashSeed = "vllm-none-hash";
        private @Nullable String apiKey;
        private Duration keepAlive = Duration.ofSeconds(5);
        private int requestLog = 10_000;
        private int maxBodyBytes = 64 << 20;
        private @Nullable Vertx vertx;
        private @Nullable ServerTls tls;

        private Builder(Engine engine, Role role) {
            this.engine = engine;
            this.role = role;
            this.version = engine == Engine.SGLANG ? "0.5.23" : "0.32.0";
            this.protocol = role == Role.MIXED
                    ? Protocol.NONE
                    : engine == Engine.SGLANG ? Protocol.SGLANG_BOOTSTRAP : Protocol.VLLM_NIXL;
            // An SGLang decode worker has its radix cache off unless a flag turns it on, and then announces nothing.
            boolean reuses = engine != Engine.SGLANG || role != Role.DECODE;
            this.cache = CacheOptions.defaults().withPrefixCaching(reuses);
            this.events = EventOptions.builder(engine).enabled(reuses).build();
        }

        public Builder name(String text) {
            this.name = text;
            return this;
        }

        /** Another release than the newest. */
        public Builder version(String text) {
            this.version = text;
            return this;
        }

        public Builder protocol(Protocol handOver) {
            this.protocol = handOver;
            return this;
        }

        public Builder group(String text) {
            this.group = text;
            return this;
        }

        public Builder model(String text) {
            this.model = text;
            return this;
        }

        public Builder adapters(String... names) {
            this.adapters = List.of(names);
            return this;
        }

        public Builder tokenizer(SimTokenizer instance) {
            this.tokenizer = instance;
            return this;
        }

        public Builder contextTokens(int tokens) {
            this.contextTokens = tokens;
            return this;
        }

        public Builder answerTokens(int tokens) {
            this.answerTokens = tokens;
            return this;
        }

        public Builder host(String address) {
            this.host = address;
            return this;
        }

        public Builder ports(EnginePorts given) {
            this.ports = given;
            return this;
        }

        public Builder ranks(int count) {
            this.ranks = count;
            return this;
        }

        /** The engine owns the ranks from {@code first} on. */
        public Builder ranks(int first, int count) {
            this.firstRank = first;
            this.ranks = count;
            return this;
        }

        public Builder cache(CacheOptions options) {
            this.cache = options;
            return this;
        }

        public Builder blockSize(int tokens) {
            this.cache = cache.withBlockSize(tokens);
            return this;
        }

        public Builder blocks(int count) {
            this.cache = cache.withBlocks(count);
            return this;
        }

        public Builder hostBlocks(int count) {
            this.cache = cache.withHostBlocks(count);
            return this;
        }

        /** A store per rank behind the rest, which outlives {@link SimEngine#restart}. */
        public Builder diskBlocks(int count) {
            this.cache = cache.withDiskBlocks(count);
            return this;
        }

        /** Reuses blocks and announces them: SGLang's {@code --disaggregation-decode-enable-radix-cache}. */
        public Builder prefixCaching() {
            this.cache = cache.withPrefixCaching(true);
            this.events = EventOptions.of(engine);
            return this;
        }

        public Builder times(TimeModel model) {
            this.times = model;
            return this;
        }

        /** Factor by which the clock runs faster than the real one; 0 for no delay at all. */
        public Builder speed(double factor) {
            this.times = times.withSpeed(factor);
            return this;
        }

        public Builder events(EventOptions options) {
            this.events = options;
            return this;
        }

        /** Publishes its load; SGLang only, and only beside events. */
        public Builder loadStream() {
            this.loadStream = true;
            return this;
        }

        public Builder pd(PdOptions options) {
            this.pd = options;
            return this;
        }

        public Builder reportCachedTokens(boolean on) {
            this.reportCachedTokens = on;
            return this;
        }

        public Builder hashSeed(String seed) {
            this.hashSeed = seed;
            return this;
        }

        public Builder apiKey(String key) {
            this.apiKey = key;
            return this;
        }

        public Builder keepAlive(Duration idle) {
            this.keepAlive = idle;
            return this;
        }

        public Builder requestLog(int requests) {
            this.requestLog = requests;
            return this;
        }

        public Builder vertx(Vertx shared) {
            this.vertx = shared;
            return this;
        }

        /** Lets its HTTP port speak https. Bootstrap servers stay plain, as the engines' own do. */
        public Builder tls(ServerTls files) {
            this.tls = files;
            return this;
        }

        public SimEngineConfig build() {
            String engineName =
                    Objects.requireNonNullElseGet(name, () -> (engine + "-" + role).toLowerCase(Locale.ROOT));
            return new SimEngineConfig(
                    engineName,
                    engine,
                    role,
                    version,
                    protocol,
                    group,
                    model,
                    adapters,
                    tokenizer,
                    contextTokens,
                    answerTokens,
                    host,
                    ports,
                    firstRank,
                    ranks,
                    cache,
                    times,
                    events,
                    loadStream,
                    pd,
                    reportCachedTokens,
                    hashSeed,
                    apiKey,
                    keepAlive,
                    requestLog,
                    maxBodyBytes,
                    vertx,
                    tls);
        }
    }
}
