package dev.warmpath.config.binding.scoring;

import static dev.warmpath.config.section.Kinds.choice;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.scoring.TransferSettings;
import dev.warmpath.config.settings.scoring.TransferSettings.Label;

/** The section {@code scoring.transfer}: what it costs where workers stand. */
final class TransferBinding {

    private static final Kind<Double> COST = Kinds.decimal(
            0, TransferSettings.MAX_COST, "a number from 0 to 1000 (blocks of load for each block that must move)");
    private static final Kind<Label> LABEL = choice(Label.values(), Label::key);

    private TransferBinding() {}

    static TransferSettings bind(Section section, TransferSettings now) {
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
}
