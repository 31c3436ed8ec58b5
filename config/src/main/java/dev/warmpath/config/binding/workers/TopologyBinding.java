package dev.warmpath.config.binding.workers;

import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.workers.TopologyLabels;
import org.jspecify.annotations.Nullable;

/** The section {@code workers[].topology}: where a worker stands. */
public final class TopologyBinding {

    private TopologyBinding() {}

    /** Binds the section; null, and reported, where no label is written. */
    public static @Nullable TopologyLabels bind(Section section, @Nullable TopologyLabels now) {
        TopologyLabels labels = new TopologyLabels(
                section.optional("host", text(), now == null ? null : now.host()),
                section.optional("rail", text(), now == null ? null : now.rail()),
                section.optional("rack", text(), now == null ? null : now.rack()),
                section.optional("zone", text(), now == null ? null : now.zone()));
        if (labels.equals(new TopologyLabels(null, null, null, null))) {
            section.refuse("", "carries no label", null, "Write at least one of host, rail, rack and zone");
            return null;
        }
        return labels;
    }
}
