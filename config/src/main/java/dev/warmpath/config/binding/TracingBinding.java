package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.decimal;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.address.CollectorUrl;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.TracingSettings;

/** The section {@code tracing}. */
final class TracingBinding {

    private TracingBinding() {}

    static TracingSettings bind(Section section, TracingSettings now) {
        return new TracingSettings(
                section.value("endpoint", CollectorUrl.KIND, now.endpoint()),
                section.value("share", decimal(0, 1, "a number from 0 to 1"), now.share()),
                section.value("service_name", text(), now.serviceName()),
                section.value("max_queued_spans", integer(1, 10_000_000), now.maxQueuedSpans()));
    }
}
