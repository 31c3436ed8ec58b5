package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.intSize;
import static dev.warmpath.config.section.Kinds.integer;
import static dev.warmpath.config.section.Kinds.longInteger;
import static dev.warmpath.config.section.Kinds.size;

import dev.warmpath.config.address.PortRange;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.ResponseSettings;
import dev.warmpath.config.settings.SnapshotSettings;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The sections about events and prompts on their way to a choice, and about what is remembered of answers: {@code index},
 * {@code snapshot}, {@code events}, {@code prompt}, {@code responses}.
 */
final class PipelineBindings {

    private static final Kind<Integer> THREADS = integer(1, 256);
    private static final Kind<Integer> COUNT = integer(1, 1 << 30);
    private static final Kind<Integer> COUNT_OR_NONE = integer(0, 1 << 30);
    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));
    private static final Kind<Duration> CLOCK_OR_OFF = duration(Duration.ZERO, Duration.ofHours(1));
    private static final int KIB = 1 << 10;
    private static final int GIB = 1 << 30;

    private PipelineBindings() {}

    static ResponseSettings responses(Section section, ResponseSettings now) {
        return new ResponseSettings(
                section.value("max_remembered", integer(1, 10_000_000), now.maxRemembered()),
                section.value(
                        "remembered_for", duration(Duration.ofSeconds(1), Duration.ofDays(30)), now.rememberedFor()));
    }

    static IndexSettings index(Section section, IndexSettings now) {
        return new IndexSettings(
                section.value("max_blocks_per_rank", COUNT, now.maxBlocksPerRank()),
                section.value("max_blocks_total", longInteger(1, 1L << 40), now.maxBlocksTotal()),
                section.value("max_orphans_per_rank", COUNT_OR_NONE, now.maxOrphansPerRank()),
                section.value("max_expected_blocks", COUNT_OR_NONE, now.maxExpectedBlocks()),
                section.value("max_learned_per_rank", COUNT_OR_NONE, now.maxLearnedPerRank()),
                section.value("learned_ttl", CLOCK, now.learnedTtl()));
    }

    /** @param directory what a relative path starts from */
    static SnapshotSettings snapshot(Section section, SnapshotSettings now, Path directory) {
        return new SnapshotSettings(
                section.optional("path", new FilePaths(directory).kind(), now.path()),
                section.value("interval", duration(Duration.ofMillis(100), Duration.ofDays(1)), now.interval()),
                section.value("max_age", duration(Duration.ofSeconds(1), Duration.ofDays(365)), now.maxAge()),
                section.value("max_size", size(1 << 20, 1L << 40), now.maxSizeBytes()));
    }

    static EventSettings events(Section section, EventSettings now) {
        EventSettings events = new EventSettings(
                section.value("threads", THREADS, now.threads()),
                section.value("receive_high_water_mark", COUNT, now.receiveHighWaterMark()),
                section.value("max_message", intSize(KIB, GIB), now.maxMessageBytes()),
                section.value("max_hashes_per_event", COUNT, now.maxHashesPerEvent()),
                section.value("max_buffered_batches", COUNT, now.maxBufferedBatches()),
                section.value("max_buffered", intSize(KIB, GIB), now.maxBufferedBytes()),
                section.value("replay_timeout", CLOCK, now.replayTimeout()),
                section.value("replay_attempts", integer(1, 100), now.replayAttempts()),
                section.value("connecting_after", CLOCK, now.connectingAfter()),
                section.value("silent_after", CLOCK, now.silentAfter()),
                section.value("reconnect_min", CLOCK, now.reconnectMin()),
                section.value("reconnect_max", CLOCK, now.reconnectMax()),
                section.value("heartbeat", CLOCK_OR_OFF, now.heartbeat()),
                section.value("idle_probe", CLOCK_OR_OFF, now.idleProbe()),
                section.value("liveness_timeout", CLOCK, now.livenessTimeout()),
                section.value("name_check", CLOCK_OR_OFF, now.nameCheck()),
                section.value("bind_ports", PortRange.KIND, now.bindPorts()));
        if (events.reconnectMin().compareTo(events.reconnectMax()) > 0) {
            section.refuse(
                    "reconnect_min", "is longer than events.reconnect_max", null, "Make it the shorter of the two");
        }
        return events;
    }

    static PromptSettings prompt(Section section, PromptSettings now) {
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
