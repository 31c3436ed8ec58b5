package dev.warmpath.config.settings.workers;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.tls.WorkerTls;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One worker ({@code workers:}).
 *
 * @param url HTTP endpoint, scheme, host and port only, normalised; the worker's identity
 * @param role what it does
 * @param engine which engine it runs, or null to have the worker asked; never null where the protocol follows from it
 * @param protocol how its legs hand over; {@link Protocol#NONE} exactly for mixed workers
 * @param models model names it serves
 * @param group legs are paired inside a group
 * @param dpSize data-parallel ranks it owns, at least 1
 * @param dpStart number of its first rank
 * @param blockSize tokens per KV block, or 0 to learn it from events
 * @param bootstrapPort SGLang bootstrap server of a prefill worker, or null
 * @param apiKey credential for every call to this worker, or null
 * @param kvEvents where its events come from, or null for none
 * @param health how it is probed, or null for {@code health} of the file
 * @param tls how it is called by https, or null for {@code upstream.tls}
 * @param topology where it stands, or null where nobody says
 */
public record WorkerSettings(
        URI url,
        Role role,
        @Nullable Engine engine,
        Protocol protocol,
        List<String> models,
        String group,
        int dpSize,
        int dpStart,
        int blockSize,
        @Nullable Integer bootstrapPort,
        @Nullable String apiKey,
        @Nullable KvEventsSettings kvEvents,
        @Nullable HealthSettings health,
        @Nullable WorkerTls tls,
        @Nullable TopologyLabels topology) {

    public WorkerSettings {
        models = List.copyOf(models);
    }

    /** A worker of which nothing else is said: without events, and called and probed as the others are. */
    public static WorkerSettings of(
            URI url,
            Role role,
            @Nullable Engine engine,
            Protocol protocol,
            List<String> models,
            String group,
            int dpSize,
            int dpStart,
            int blockSize) {
        return new WorkerSettings(
                url, role, engine, protocol, models, group, dpSize, dpStart, blockSize, null, null, null, null, null,
                null);
    }

    /** This worker at another URL. */
    public WorkerSettings withUrl(URI other) {
        return with(copy -> copy.url = other);
    }

    /** This worker with another engine, or with one that has to be asked. */
    public WorkerSettings withEngine(@Nullable Engine other) {
        return with(copy -> copy.engine = other);
    }

    /** This worker with so many ranks. */
    public WorkerSettings withRanks(int number) {
        return with(copy -> copy.dpSize = number);
    }

    /** This worker with another block size, 0 to learn it from events. */
    public WorkerSettings withBlockSize(int tokens) {
        return with(copy -> copy.blockSize = tokens);
    }

    /** This worker with another bootstrap server. */
    public WorkerSettings withBootstrapPort(@Nullable Integer port) {
        return with(copy -> copy.bootstrapPort = port);
    }

    /** This worker called with another credential, or without. */
    public WorkerSettings withApiKey(@Nullable String other) {
        return with(copy -> copy.apiKey = other);
    }

    /** This worker with events from elsewhere. */
    public WorkerSettings withEvents(@Nullable KvEventsSettings other) {
        return with(copy -> copy.kvEvents = other);
    }

    /** This worker, routed by load alone. */
    public WorkerSettings withoutEvents() {
        return withEvents(null);
    }

    /** This worker, probed so; null for as the others are. */
    public WorkerSettings withHealth(@Nullable HealthSettings other) {
        return with(copy -> copy.health = other);
    }

    /** This worker, called by https so; null for as the others are. */
    public WorkerSettings withTls(@Nullable WorkerTls other) {
        return with(copy -> copy.tls = other);
    }

    private WorkerSettings with(Consumer<Copy> change) {
        Copy copy = new Copy(this);
        change.accept(copy);
        return copy.settings();
    }

    /** The components that some copy differs in, so that their order matters here only. */
    private static final class Copy {

        private final WorkerSettings from;
        private URI url;
        private @Nullable Engine engine;
        private int dpSize;
        private int blockSize;
        private @Nullable Integer bootstrapPort;
        private @Nullable String apiKey;
        private @Nullable KvEventsSettings kvEvents;
        private @Nullable HealthSettings health;
        private @Nullable WorkerTls tls;

        Copy(WorkerSettings from) {
            this.from = from;
            url = from.url;
            engine = from.engine;
            dpSize = from.dpSize;
            blockSize = from.blockSize;
            bootstrapPort = from.bootstrapPort;
            apiKey = from.apiKey;
            kvEvents = from.kvEvents;
            health = from.health;
            tls = from.tls;
        }

        WorkerSettings settings() {
            return new WorkerSettings(
                    url,
                    from.role,
                    engine,
                    from.protocol,
                    from.models,
                    from.group,
                    dpSize,
                    from.dpStart,
                    blockSize,
                    bootstrapPort,
                    apiKey,
                    kvEvents,
                    health,
                    tls,
                    from.topology);
        }
    }

    /** The API key never appears in text. */
    @Override
    public String toString() {
        return "WorkerSettings[url=" + url + ", role=" + role + ", engine=" + engine + ", protocol=" + protocol
                + ", models=" + models + ", group=" + group + ", dpSize=" + dpSize + ", dpStart=" + dpStart
                + ", blockSize=" + blockSize + ", bootstrapPort=" + bootstrapPort + ", apiKey="
                + (apiKey == null ? "none" : "***") + ", kvEvents=" + kvEvents + ", health=" + health + ", tls=" + tls
                + ", topology=" + topology + "]";
    }
}
