package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.intSize;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.size;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.PromptSettings;
import java.time.Duration;

/** The section {@code prompt}. */
final class PromptBinding {

    private static final Kind<Integer> COUNT = integer(1, 1 << 30);
    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));
    private static final int KIB = 1 << 10;
    private static final int GIB = 1 << 30;

    private PromptBinding() {}

    static PromptSettings bind(Section section, PromptSettings now) {
        return new PromptSettings(
                section.value("threads", integer(0, 256), now.threads()),
                section.value("queue", COUNT, now.queue()),
                section.value("long_prompt", intSize(KIB, GIB), now.longPromptBytes()),
                section.value("at_once", intSize(0, 1 << 20), now.atOnceBytes()),
                section.value("cache", size(0, 1L << 40), now.cacheBytes()),
                section.value("timeout", CLOCK, now.timeout()),
                section.value("max_prompt_chars", integer(1, 1 << 28), now.maxPromptChars()),
                section.value("native_memory", size(0, 1L << 40), now.nativeMemoryBytes()),
                section.value("max_template_loops", COUNT, now.maxTemplateLoops()),
                section.value("max_template_output", intSize(KIB, GIB), now.maxTemplateOutputBytes()),
                section.value("max_template_depth", integer(1, 10_000), now.maxTemplateDepth()));
    }
}
