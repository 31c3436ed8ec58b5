package dev.warmpath.config.settings.workers;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.tls.WorkerTls;
import java.net.URI;
import java.util.List;
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

    /** A worker that is called by TLS as the others are, and of which nobody says where it stands. */
    public WorkerSettings(
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
            @Nullable HealthSettings health) {
        this(
                url,
                role,
                engine,
                protocol,
                models,
                group,
                dpSize,
                dpStart,
                blockSize,
                bootstrapPort,
                apiKey,
                kvEvents,
                health,
                null,
                null);
    }

    /** A worker that is also probed as the others are. */
    public WorkerSettings(
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
            @Nullable KvEventsSettings kvEvents) {
        this(
                url,
                role,
                engine,
                protocol,
                models,
                group,
                dpSize,
                dpStart,
                blockSize,
                bootstrapPort,
                apiKey,
                kvEvents,
                null,
                null,
                null);
    }

    /**
     * The same worker, probed and called so.
     *
     * @param probes null to be probed as the others are
     * @param calls null to be called by TLS as the others are
     */
    public WorkerSettings cared(@Nullable HealthSettings probes, @Nullable WorkerTls calls) {
        return new WorkerSettings(
                url,
                role,
                engine,
                protocol,
                models,
                group,
                dpSize,
                dpStart,
                blockSize,
                bootstrapPort,
                apiKey,
                kvEvents,
                probes,
                calls,
                topology);
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
