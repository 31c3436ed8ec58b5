package dev.warmpath.router.cluster.shared;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.events.name.HostNames;
import dev.warmpath.events.port.PortBlockAllocator;
import dev.warmpath.events.stream.EventStreams;
import dev.warmpath.router.cluster.wire.Register;
import dev.warmpath.router.fleet.Fleet;
import dev.warmpath.router.fleet.Removal;
import dev.warmpath.scorer.choice.PairChooser;
import dev.warmpath.scorer.index.PrefixIndex;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a router keeps of changes that were made on others. */
class SharedSettingsTest {

    private final HostNames names = new HostNames();
    private final EventStreams streams = new EventStreams(EventSettings.defaults(), names);
    private final PrefixIndex index = new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2));
    private final Fleet fleet = new Fleet(
            index, streams, PortBlockAllocator.system(), BreakerSettings.defaults(), System::nanoTime, https -> null);

    @AfterEach
    void tearDown() {
        streams.close();
        names.close();
    }

    private SharedSettings router(String name) {
        PairChooser chooser = new PairChooser(index, ScoringSettings.withWeights(20.0, 2.0, 20.0), System::nanoTime);
        return new SharedSettings(name, chooser, fleet, () -> Instant.ofEpochMilli(1));
    }

    /** Names go down while versions go up: it is age that decides. */
    private static List<Register> drains(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> new Register("drain:http://w" + (100_000 - i) + ":1", i, "other", "true"))
                .toList();
    }

    @Test
    void drainsThatWereMadeElsewhereAreBoundedAndTheOldestAreForgotten() {
        SharedSettings router = router("a");

        router.take(drains(0, SharedSettings.MOST + 10));

        assertThat(router.registers()).containsExactlyInAnyOrderElementsOf(drains(10, SharedSettings.MOST + 10));
    }

    /** Otherwise they would exchange all they have for ever. */
    @Test
    void routersThatHaveForgottenDifferentDrainsAgreeInTheEnd() {
        SharedSettings one = router("a");
        SharedSettings other = router("b");
        one.take(drains(0, SharedSettings.MOST));
        other.take(drains(500, SharedSettings.MOST + 500));

        one.take(other.registers());
        other.take(one.registers());

        assertThat(one.digest()).isEqualTo(other.digest());
        assertThat(one.size()).isEqualTo(SharedSettings.MOST);
    }

    /** It is the URL that operators name, and nobody but they can tell whether they mean its next owner too. */
    @Test
    void drainHoldsForWhoHasTheUrlNextUntilItIsEnded() throws Exception {
        String id = "http://w:1";
        SharedSettings router = router("a");
        join(id);
        router.take(List.of(new Register("drain:" + id, 1, "other", "true")));
        assertThat(draining(id)).isTrue();

        fleet.remove(id, Removal.WITHDRAWN).get(10, TimeUnit.SECONDS);
        join(id);
        router.remindOfDrains();
        assertThat(draining(id)).isTrue();

        router.take(List.of(new Register("drain:" + id, 2, "other", "false")));
        assertThat(draining(id)).isFalse();
    }

    private void join(String id) {
        fleet.add(WorkerSettings.of(
                URI.create(id), Role.MIXED, Engine.SGLANG, Protocol.NONE, List.of("m"), "default", 1, 0, 4));
    }

    private boolean draining(String id) {
        return Objects.requireNonNull(fleet.view().worker(id)).draining();
    }
}
