package dev.warmpath.router.trace;

import dev.warmpath.config.settings.TracingSettings;
import dev.warmpath.router.endpoint.Endpoint;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.BatchSpanProcessor;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the traces of requests and sends them. Which requests are traced is decided by trace id alone, and not by the flag
 * that a client sends: a client must not be able to have all its requests traced.
 */
public final class Tracing implements AutoCloseable {

    private static final AttributeKey<String> SERVICE = AttributeKey.stringKey("service.name");
    private static final Duration SEND_EVERY = Duration.ofSeconds(1);
    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    private static final String SCOPE = "dev.warmpath";

    private final @Nullable SdkTracerProvider provider;
    private final @Nullable Tracer tracer;

    /** @param registry counts the spans that were sent and those that were not */
    public Tracing(TracingSettings settings, MeterRegistry registry) {
        if (!settings.enabled()) {
            provider = null;
            tracer = null;
            return;
        }
        OtlpHttpSpanExporter exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(settings.endpoint())
                .setTimeout(SEND_TIMEOUT)
                .build();
        SpanCount count = new SpanCount(exporter, registry);
        provider = SdkTracerProvider.builder()
                .setResource(Resource.create(Attributes.of(SERVICE, settings.serviceName())))
                .setSampler(Sampler.traceIdRatioBased(settings.share()))
                .addSpanProcessor(count.made())
                .addSpanProcessor(BatchSpanProcessor.builder(count)
                        .setScheduleDelay(SEND_EVERY)
                        .setMaxQueueSize(settings.maxQueuedSpans())
                        .setMaxExportBatchSize(Math.min(512, settings.maxQueuedSpans()))
                        .setExporterTimeout(SEND_TIMEOUT)
                        .build())
                .build();
        tracer = provider.get(SCOPE);
    }

    /**
     * A request came.
     *
     * @param endpoint names the trace, with the method: what a client writes into a path must not
     * @param headers of the client, whose W3C trace context is continued if there is one
     */
    public RequestTrace begin(HttpMethod method, Endpoint endpoint, MultiMap headers) {
        if (tracer == null) {
            return RequestTrace.NONE;
        }
        Context client = W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, Headers.GETTER);
        return new OpenTelemetryTrace(tracer, method + " " + endpoint.path(), client);
    }

    /** Sends what waits, for a moment, and stops. */
    @Override
    public void close() {
        if (provider != null) {
            provider.shutdown().join(LAST_WORDS.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private enum Headers implements TextMapGetter<MultiMap> {
        GETTER;

        /** Not asked for by the W3C propagator, and required all the same. */
        @Override
        @SuppressWarnings("deprecation")
        public Iterable<String> keys(MultiMap headers) {
            return headers.names();
        }

        @Override
        public @Nullable String get(@Nullable MultiMap headers, String name) {
            return headers == null ? null : headers.get(name);
        }
    }
}
