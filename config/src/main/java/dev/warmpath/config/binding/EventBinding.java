package dev.warmpath.config.binding;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.intSize;
import static dev.warmpath.config.section.Kinds.integer;

import dev.warmpath.config.address.PortRange;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.EventSettings;
import java.time.Duration;

/** The section {@code events}. */
final class EventBinding {

    private static final Kind<Integer> THREADS = integer(1, 256);
    private static final Kind<Integer> COUNT = integer(1, 1 << 30);
    private static final Kind<Duration> CLOCK = duration(Duration.ofMillis(1), Duration.ofHours(1));
    private static final Kind<Duration> CLOCK_OR_OFF = duration(Duration.ZERO, Duration.ofHours(1));
    private static final int KIB = 1 << 10;
    private static final int GIB = 1 << 30;

    private EventBinding() {}

    static EventSettings bind(Section section, EventSettings now) {
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
}
