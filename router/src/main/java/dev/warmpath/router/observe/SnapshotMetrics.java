package dev.warmpath.router.observe;

import dev.warmpath.router.snapshot.RankLoss;
import dev.warmpath.router.snapshot.SnapshotStatus;
import dev.warmpath.router.snapshot.Snapshots;
import dev.warmpath.router.snapshot.WriteFault;
import dev.warmpath.router.snapshot.file.Refusal;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Meters of the snapshot; all 0 where none is kept. */
public final class SnapshotMetrics {

    private final MeterRegistry registry;
    private final Snapshots snapshots;

    private SnapshotMetrics(MeterRegistry registry, Snapshots snapshots) {
        this.registry = registry;
        this.snapshots = snapshots;
    }

    /** Registers all of them. */
    public static void register(MeterRegistry registry, Snapshots snapshots) {
        SnapshotMetrics meters = new SnapshotMetrics(registry, snapshots);
        meters.written();
        meters.found();
    }

    private void written() {
        gauge("last.written", "seconds", "When the snapshot was last written, as Unix time; 0 for never", now -> {
            Instant last = now.written().last();
            return last == null ? 0 : last.getEpochSecond();
        });
        gauge(
                "size",
                "bytes",
                "Size of the file when it was last written",
                now -> now.written().bytes());
        gauge(
                "ranks.written",
                null,
                "Ranks in the file when it was last written",
                now -> now.written().ranks());
        gauge(
                "ranks.left.out",
                null,
                "Ranks that did not fit snapshot.max_size then",
                now -> now.written().leftOut());
        gauge(
                "write",
                "seconds",
                "How long writing it took then",
                now -> now.written().seconds());
        gauge(
                "pause",
                "seconds",
                "Longest that a rank's events waited for it then",
                now -> now.written().pauseSeconds());
        counter(
                "writes",
                "Times that the snapshot was written",
                "",
                "",
                now -> now.written().times());
        for (WriteFault fault : WriteFault.values()) {
            counter(
                    "failures",
                    "Times that the snapshot could not be written",
                    "reason",
                    fault.key(),
                    now -> now.written().failures().getOrDefault(fault, 0L));
        }
    }

    private void found() {
        gauge(
                "load",
                "seconds",
                "How long bringing the last run's views in took",
                now -> now.found().loadSeconds());
        for (Refusal refusal : Refusal.values()) {
            counter(
                    "refused",
                    "1 for why the last run's snapshot was not read, 0 for other reasons",
                    "reason",
                    refusal.key(),
                    now -> now.found().refusal() == refusal ? 1 : 0);
        }
        counter(
                "ranks.loaded",
                "Ranks whose views were brought in",
                "",
                "",
                now -> now.ranks().loaded());
        counter(
                "ranks.continued",
                "Of those, ranks whose publishers went on from there",
                "",
                "",
                now -> now.ranks().continued());
        for (RankLoss loss : RankLoss.values()) {
            counter(
                    "ranks.lost",
                    "Ranks whose saved views were not used, or dropped again",
                    "reason",
                    loss.key(),
                    now -> now.ranks().lost().getOrDefault(loss, 0L));
        }
    }

    private void gauge(String name, @Nullable String unit, String what, ToDoubleFunction<SnapshotStatus> value) {
        Gauge.builder("warmpath.snapshot." + name, snapshots, now -> value.applyAsDouble(now.status()))
                .description(what)
                .baseUnit(unit)
                .register(registry);
    }

    private void counter(String name, String what, String tag, String key, ToDoubleFunction<SnapshotStatus> value) {
        FunctionCounter.Builder<Snapshots> counter = FunctionCounter.builder(
                        "warmpath.snapshot." + name, snapshots, now -> value.applyAsDouble(now.status()))
                .description(what);
        (tag.isEmpty() ? counter : counter.tag(tag, key)).register(registry);
    }
}
