package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.choice;
import static dev.warmpath.config.section.Kinds.text;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.TopologyLabels;
import dev.warmpath.config.settings.TransferSettings;
import dev.warmpath.config.settings.TransferSettings.Label;
import org.jspecify.annotations.Nullable;

/** Where workers stand ({@code workers[].topology}), and what that costs ({@code scoring.transfer}). */
final class TopologyBindings {

    private static final Kind<Double> COST = Kinds.decimal(
            0, TransferSettings.MAX_COST, "a number from 0 to 1000 (blocks of load for each block that must move)");
    private static final Kind<Label> LABEL = choice(Label.values(), Label::key);

    private TopologyBindings() {}

    static TransferSettings transfer(Section section, TransferSettings now) {
        TransferSettings bound = new TransferSettings(
                section.value("same_host", COST, now.sameHost()),
                section.value("same_rail", COST, now.sameRail()),
                section.value("same_rack", COST, now.sameRack()),
                section.value("same_zone", COST, now.sameZone()),
                section.value("elsewhere", COST, now.elsewhere()),
                section.optional("require", LABEL, now.require()));
        refuseDearerThanElsewhere(section, "same_host", bound.sameHost(), bound);
        refuseDearerThanElsewhere(section, "same_rail", bound.sameRail(), bound);
        refuseDearerThanElsewhere(section, "same_rack", bound.sameRack(), bound);
        refuseDearerThanElsewhere(section, "same_zone", bound.sameZone(), bound);
        return bound;
    }

    /** A nearness that costs more than none would draw hand-offs away from it, which nobody means. */
    private static void refuseDearerThanElsewhere(Section section, String key, double cost, TransferSettings bound) {
        if (cost > bound.elsewhere()) {
            String message = "is dearer than elsewhere, which is " + bound.elsewhere();
            section.refuse(key, message, Double.toString(cost), "Write no more than elsewhere");
        }
    }

    static @Nullable TopologyLabels labels(Section section, @Nullable TopologyLabels now) {
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
