package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.flag;

import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.FeedbackSettings;

/** The section {@code feedback}. */
final class FeedbackBinding {

    private FeedbackBinding() {}

    static FeedbackSettings bind(Section section, FeedbackSettings now) {
        return new FeedbackSettings(section.value("ask_usage", flag(), now.askUsage()));
    }
}
