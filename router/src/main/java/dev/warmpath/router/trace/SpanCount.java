package dev.warmpath.router.trace;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.ReadWriteSpan;
import io.opentelemetry.sdk.trace.ReadableSpan;
import io.opentelemetry.sdk.trace.SpanProcessor;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.Collection;

/**
 * Counts spans around an exporter: made, sent, and failed to be sent. What was made and is neither waits, or found the queue
 * full and was dropped.
 */
final class SpanCount implements SpanExporter {

    private final SpanExporter exporter;
    private final Counter made;
    private final Counter sent;
    private final Counter failed;

    SpanCount(SpanExporter exporter, MeterRegistry registry) {
        this.exporter = exporter;
        this.made = counter(registry, "made");
        this.sent = counter(registry, "sent");
        this.failed = counter(registry, "failed");
    }

    private static Counter counter(MeterRegistry registry, String outcome) {
        return Counter.builder("warmpath.trace.spans")
                .description("Spans of traced requests: made, sent, and failed to be sent")
                .tag("outcome", outcome)
                .register(registry);
    }

    /** To stand before the queue. */
    SpanProcessor made() {
        return new SpanProcessor() {
            @Override
            public void onStart(Context parent, ReadWriteSpan span) {}

            @Override
            public boolean isStartRequired() {
                return false;
            }

            @Override
            public void onEnd(ReadableSpan span) {
                if (span.getSpanContext().isSampled()) {
                    made.increment();
                }
            }

            @Override
            public boolean isEndRequired() {
                return true;
            }
        };
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        int count = spans.size();
        CompletableResultCode result = exporter.export(spans);
        return result.whenComplete(() -> (result.isSuccess() ? sent : failed).increment(count));
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }
}
