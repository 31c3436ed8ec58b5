package dev.warmpath.config.settings;

/**
 * Traces of requests ({@code tracing:}), sent as OTLP over HTTP. Off unless there is an endpoint.
 *
 * @param endpoint where spans are sent, for example {@code http://collector:4318/v1/traces}; empty for nowhere
 * @param share share of the requests whose spans are sent, 0..1
 * @param serviceName what the router is called in traces
 * @param maxQueuedSpans spans that may wait to be sent; one more is dropped
 */
public record TracingSettings(String endpoint, double share, String serviceName, int maxQueuedSpans) {

    public static TracingSettings defaults() {
        return new TracingSettings("", 0.01, "warmpath", 4096);
    }

    /** Whether spans are made at all. */
    public boolean enabled() {
        return !endpoint.isEmpty();
    }
}
