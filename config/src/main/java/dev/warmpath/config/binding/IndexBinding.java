package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.longInteger;

import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.IndexSettings;
import java.time.Duration;

/** The section {@code index}. */
final class IndexBinding {

    private static final Kind<Integer> COUNT = integer(1, 1 << 30);
    private static final Kind<Integer> COUNT_OR_NONE = integer(0, 1 << 30);
    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));

    private IndexBinding() {}

    static IndexSettings bind(Section section, IndexSettings now) {
        return new IndexSettings(
                section.value("max_blocks_per_rank", COUNT, now.maxBlocksPerRank()),
                section.value("max_blocks_total", longInteger(1, 1L << 40), now.maxBlocksTotal()),
                section.value("max_orphans_per_rank", COUNT_OR_NONE, now.maxOrphansPerRank()),
                section.value("max_expected_blocks", COUNT_OR_NONE, now.maxExpectedBlocks()),
                section.value("max_learned_per_rank", COUNT_OR_NONE, now.maxLearnedPerRank()),
                section.value("learned_ttl", CLOCK, now.learnedTtl()));
    }
}
