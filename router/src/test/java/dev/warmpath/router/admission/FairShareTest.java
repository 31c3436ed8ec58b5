package dev.warmpath.router.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.admission.PriorityClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who goes first: classes by their shares, tenants by turns, and nobody never. Time is virtual: one turn per tick. */
class FairShareTest {

    private static final PriorityClass HIGH = new PriorityClass("high", 8, List.of("vip"), 10);
    private static final PriorityClass USUAL = new PriorityClass("usual", 3, List.of(), null);
    private static final PriorityClass BATCH = new PriorityClass("batch", 1, List.of("nightly"), null);
    private static final List<PriorityClass> CLASSES = List.of(HIGH, USUAL, BATCH);

    private final AtomicLong clock = new AtomicLong();
    private final List<Waiting> admitted = new ArrayList<>();
    private final List<Waiting> displaced = new ArrayList<>();
    /** That have not had their turn; kept by the test that measures waits. */
    private final List<Waiting> open = new ArrayList<>();

    private static AdmissionSettings settings(int queue) {
        return new AdmissionSettings(1, 1, queue, Duration.ofSeconds(1), 1 << 20)
                .withClasses(CLASSES, "usual", List.of("gateway"));
    }

    private AdmissionGate gate(int queue) {
        return new AdmissionGate(settings(queue), List.of(new ModelSettings("m", null, false, null)), clock::get);
    }

    /** Somebody who waits, and when. */
    private final class Waiting implements Waiter {
        private final Claim claim;
        private final long since = clock.get();
        private @Nullable Ticket ticket;

        Waiting(Claim claim) {
            this.claim = claim;
        }

        @Override
        public void admitted() {
            admitted.add(this);
        }

        @Override
        public void displaced(QueueFull full) {
            displaced.add(this);
        }

        void leave() {
            Ticket mine = ticket;
            if (mine == null) {
                throw new IllegalStateException("never asked");
            }
            mine.leave();
        }
    }

    private Waiting ask(AdmissionGate gate, PriorityClass priority, String tenant) throws QueueFull {
        Waiting waiting = new Waiting(new Claim(priority, tenant));
        waiting.ticket = gate.ask("m", waiting.claim, waiting);
        return waiting;
    }

    /** Gives the one place up, again and again; each tick is one turn. */
    private void turns(Waiting holder, int count) {
        Waiting now = holder;
        for (int i = 0; i < count; i++) {
            clock.incrementAndGet();
            int before = admitted.size();
            now.leave();
            assertThat(admitted).hasSize(before + 1);
            now = admitted.get(before);
        }
    }

    @Test
    void classesThatWaitShareTurns() throws QueueFull {
        AdmissionGate gate = gate(1000);
        Waiting holder = ask(gate, USUAL, "holder");
        for (int i = 0; i < 120; i++) {
            ask(gate, HIGH, "a");
            ask(gate, USUAL, "b");
            ask(gate, BATCH, "c");
        }
        turns(holder, 120);
        assertThat(counts(waiting -> waiting.claim.priority().name()))
                .isEqualTo(Map.of("high", 80L, "usual", 30L, "batch", 10L));
    }

    @Test
    void aClassThatWaitsAloneHasAllTurns() throws QueueFull {
        AdmissionGate gate = gate(1000);
        Waiting holder = ask(gate, USUAL, "holder");
        for (int i = 0; i < 5; i++) {
            ask(gate, BATCH, "c");
        }
        turns(holder, 5);
        assertThat(admitted).hasSize(5);
    }

    /** Whoever was idle has not saved turns up: it gets its share from now on, and no more. */
    @Test
    void turnsAreNotSavedUp() throws QueueFull {
        AdmissionGate gate = gate(1000);
        Waiting holder = ask(gate, USUAL, "holder");
        for (int i = 0; i < 100; i++) {
            ask(gate, BATCH, "c");
        }
        turns(holder, 50);
        for (int i = 0; i < 100; i++) {
            ask(gate, USUAL, "b");
        }
        Waiting last = admitted.get(admitted.size() - 1);
        admitted.clear();
        turns(last, 40);
        assertThat(counts(waiting -> waiting.claim.priority().name()).get("batch"))
                .isBetween(9L, 11L);
    }

    @Test
    void tenantsOfAClassTakeTurns() throws QueueFull {
        AdmissionGate gate = gate(1000);
        Waiting holder = ask(gate, USUAL, "holder");
        for (int i = 0; i < 200; i++) {
            ask(gate, USUAL, "loud");
        }
        ask(gate, USUAL, "quiet");
        ask(gate, USUAL, "quiet");
        ask(gate, USUAL, "shy");
        turns(holder, 5);
        assertThat(admitted)
                .extracting(waiting -> waiting.claim.tenant())
                .containsExactly("loud", "quiet", "shy", "loud", "quiet");
    }

    /**
     * The promise in numbers: somebody with {@code k} of its tenant before it, in a class of share {@code s} of {@code S}
     * with {@code t} tenants, waits no more than {@code (k + 1) * t} turns of its class, and its class gets
     * {@code n * s / S}, less one for each other class, of {@code n} turns; whatever the others send, at random or all at once.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nobodyWaitsLongerThanTheBound(long seed) throws QueueFull {
        SplittableRandom random = new SplittableRandom(seed);
        int tenants = 3;
        int queue = 4000;
        AdmissionGate gate = gate(queue);
        Waiting now = ask(gate, USUAL, "holder");
        Map<Waiting, Long> bounds = new HashMap<>();
        for (int turn = 0; turn < 6000; turn++) {
            int burst = random.nextInt(40) == 0 ? 120 : random.nextInt(3);
            PriorityClass favourite = CLASSES.get(random.nextInt(3));
            for (int i = 0; i < burst && gate.queued() < queue; i++) {
                PriorityClass priority = random.nextInt(4) == 0 ? CLASSES.get(random.nextInt(3)) : favourite;
                String tenant = "t" + random.nextInt(tenants);
                long before = before(priority, tenant);
                Waiting waiting = ask(gate, priority, tenant);
                open.add(waiting);
                // Turns of the class until it is served, then turns of the lane until the class has had so many.
                long turns = (before + 1) * tenants + 1;
                bounds.put(waiting, clock.get() + (long) Math.ceil((turns + CLASSES.size()) * 12.0 / priority.share()));
            }
            if (gate.queued() == 0) {
                continue;
            }
            clock.incrementAndGet();
            int served = admitted.size();
            now.leave();
            now = admitted.get(served);
            open.remove(now);
            assertThat(clock.get())
                    .as("seed %d, turn %d: %s since %d", seed, turn, now.claim, now.since)
                    .isLessThanOrEqualTo(bounds.getOrDefault(now, Long.MAX_VALUE));
        }
        for (Waiting waiting : open) {
            assertThat(clock.get())
                    .as("seed %d: %s still waits since %d", seed, waiting.claim, waiting.since)
                    .isLessThanOrEqualTo(bounds.getOrDefault(waiting, Long.MAX_VALUE));
        }
        assertThat(admitted).hasSizeGreaterThan(1000);
    }

    private long before(PriorityClass priority, String tenant) {
        return open.stream()
                .filter(waiting -> waiting.claim.priority().equals(priority)
                        && waiting.claim.tenant().equals(tenant))
                .count();
    }

    private Map<String, Long> counts(Function<Waiting, String> what) {
        Map<String, Long> counts = new HashMap<>();
        admitted.forEach(waiting -> counts.merge(what.apply(waiting), 1L, Long::sum));
        return counts;
    }

    @Test
    void aFullQueueMakesRoomForATenantWithFewer() throws QueueFull {
        AdmissionGate gate = gate(4);
        ask(gate, USUAL, "holder");
        ask(gate, USUAL, "loud");
        ask(gate, USUAL, "loud");
        ask(gate, USUAL, "loud");
        Waiting latest = ask(gate, USUAL, "loud");

        Waiting quiet = ask(gate, USUAL, "quiet");

        assertThat(displaced).containsExactly(latest);
        assertThat(quiet.ticket).isNotNull();
        assertThat(gate.queued()).isEqualTo(4);
        assertThatThrownBy(() -> ask(gate, USUAL, "loud")).isInstanceOf(QueueFull.class);
    }

    /** With as many as the newcomer would have, nobody is sent away: it would only be sent away in turn. */
    @Test
    void aFullQueueThatIsSharedFairlyRefuses() throws QueueFull {
        AdmissionGate gate = gate(4);
        ask(gate, USUAL, "holder");
        for (String tenant : List.of("a", "a", "b", "b")) {
            ask(gate, USUAL, tenant);
        }
        ask(gate, USUAL, "c");
        assertThat(displaced).hasSize(1);
        assertThatThrownBy(() -> ask(gate, USUAL, "c")).isInstanceOf(QueueFull.class);
        assertThat(gate.queued()).isEqualTo(4);
    }

    /** Eight of a class with share 8 weigh as much as one with share 1. */
    @Test
    void roomIsSharedByTheClassesShares() throws QueueFull {
        AdmissionGate gate = gate(3);
        ask(gate, USUAL, "holder");
        ask(gate, BATCH, "nightly");
        ask(gate, BATCH, "nightly");
        Waiting latest = ask(gate, BATCH, "nightly");
        ask(gate, HIGH, "vip");
        assertThat(displaced).containsExactly(latest);
        assertThatThrownBy(() -> ask(gate, BATCH, "nightly")).isInstanceOf(QueueFull.class);
    }

    /** A ticket that had to make room is gone for all: it gets no turn, and leaving it gives nothing back. */
    @Test
    void whoMadeRoomIsGone() throws QueueFull {
        AdmissionGate gate = gate(2);
        Waiting holder = ask(gate, USUAL, "holder");
        ask(gate, USUAL, "loud");
        Waiting latest = ask(gate, USUAL, "loud");
        ask(gate, USUAL, "quiet");
        latest.leave();
        turns(holder, 2);
        assertThat(admitted).extracting(waiting -> waiting.claim.tenant()).containsExactly("loud", "quiet");
        assertThat(gate.queued()).isZero();
        assertThat(gate.inFlight()).isEqualTo(1);
    }

    @Test
    void aKeyHasItsClassAndOnlySomeMayNameAnother() throws Priorities.Refused {
        Priorities priorities = new Priorities(settings(1));
        assertThat(priorities.claim("vip", null)).isEqualTo(new Claim(HIGH, "vip"));
        assertThat(priorities.claim("anyone", null)).isEqualTo(new Claim(USUAL, "anyone"));
        assertThat(priorities.claim(null, null)).isEqualTo(new Claim(USUAL, ""));
        assertThat(priorities.claim("gateway", "batch")).isEqualTo(new Claim(BATCH, "gateway"));
        for (String key : new String[] {"vip", "anyone", null}) {
            assertThatThrownBy(() -> priorities.claim(key, "high"))
                    .isInstanceOfSatisfying(
                            Priorities.Refused.class,
                            refused -> assertThat(refused.fault()).isEqualTo(Priorities.Fault.NOT_ALLOWED));
        }
        assertThatThrownBy(() -> priorities.claim("gateway", "highest"))
                .isInstanceOfSatisfying(
                        Priorities.Refused.class,
                        refused -> assertThat(refused.fault()).isEqualTo(Priorities.Fault.UNKNOWN));
    }
}
