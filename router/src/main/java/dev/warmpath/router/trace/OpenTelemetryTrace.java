package dev.warmpath.router.trace;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.vertx.core.MultiMap;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A request's spans. Contexts are handed on explicitly: event loops run many requests at once, so nothing here is bound to
 * a thread. Attribute names are those of OpenTelemetry's semantic conventions for HTTP where there is one. Spans say
 * nothing of what prompts or answers say.
 */
final class OpenTelemetryTrace implements RequestTrace {

    private static final AttributeKey<String> MODEL = AttributeKey.stringKey("gen_ai.request.model");
    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");
    private static final AttributeKey<String> TARGET = AttributeKey.stringKey("warmpath.target");
    private static final AttributeKey<String> ROLE = AttributeKey.stringKey("warmpath.role");

    private static final int FIRST_SERVER_ERROR = 500;

    private final Tracer tracer;
    private final Span request;
    private final Context context;
    private @Nullable Span step;

    /**
     * @param name of the request
     * @param client the context that came with it
     */
    OpenTelemetryTrace(Tracer tracer, String name, Context client) {
        this.tracer = tracer;
        this.request = tracer.spanBuilder(name)
                .setParent(client)
                .setSpanKind(SpanKind.SERVER)
                .startSpan();
        this.context = client.with(request);
    }

    @Override
    public void step(Step next) {
        endStep();
        step = tracer.spanBuilder(next.key()).setParent(context).startSpan();
    }

    private void endStep() {
        if (step != null) {
            step.end();
            step = null;
        }
    }

    @Override
    public LegTrace leg(Role role, Target target, MultiMap headers) {
        String name = role.name().toLowerCase(Locale.ROOT);
        Span span = tracer.spanBuilder("leg " + name)
                .setParent(context)
                .setSpanKind(SpanKind.CLIENT)
                .setAttribute(ROLE, name)
                .setAttribute(TARGET, target.toString())
                .startSpan();
        W3CTraceContextPropagator.getInstance().inject(context.with(span), headers, MultiMap::set);
        return new LegSpan(span);
    }

    @Override
    public void end(String model, int status, String reason) {
        endStep();
        request.setAttribute(MODEL, model).setAttribute(STATUS, (long) status);
        if (!"ok".equals(reason)) {
            request.setAttribute(ERROR, reason);
        }
        if (status >= FIRST_SERVER_ERROR) {
            request.setStatus(StatusCode.ERROR);
        }
        request.end();
    }

    /** Spans take nothing more once they have ended, so a leg may be told of its end twice. */
    private record LegSpan(Span span) implements LegTrace {

        @Override
        public void answered(int status) {
            span.setAttribute(STATUS, (long) status);
        }

        @Override
        public void failed(String reason) {
            span.setAttribute(ERROR, reason).setStatus(StatusCode.ERROR);
        }

        @Override
        public void ended() {
            span.end();
        }
    }
}
