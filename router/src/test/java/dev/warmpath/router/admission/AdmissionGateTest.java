package dev.warmpath.router.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.admission.AdmissionSettings;
import dev.warmpath.config.settings.admission.PriorityClass;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AdmissionGateTest {

    private static final Claim ALL = new Claim(PriorityClass.ONLY, "");

    private final AtomicLong clock = new AtomicLong();
    private final List<String> told = new ArrayList<>();

    /** Where there is one tenant nobody has to make room. */
    private record Told(Runnable turn) implements Waiter {

        @Override
        public void admitted() {
            turn.run();
        }

        @Override
        public void displaced(QueueFull full) {
            throw new AssertionError("displaced", full);
        }
    }

    private AdmissionGate gate(int all, int perModel, int queue) {
        return new AdmissionGate(
                new AdmissionSettings(all, perModel, queue, Duration.ofSeconds(1), 1 << 20),
                List.of(model("a", null), model("b", null), model("c", null)),
                clock::get);
    }

    private static ModelSettings model(String name, @Nullable Integer maxInFlight) {
        return new ModelSettings(name, null, false, maxInFlight);
    }

    private Ticket ask(AdmissionGate gate, String model, String name) {
        try {
            return gate.ask(model, ALL, new Told(() -> told.add(name)));
        } catch (QueueFull full) {
            throw new AssertionError(full);
        }
    }

    @Test
    void whoFindsAPlaceGoesOnWithoutBeingTold() {
        AdmissionGate gate = gate(2, 2, 1);

        assertThat(ask(gate, "a", "first").holding()).isTrue();
        assertThat(ask(gate, "b", "second").holding()).isTrue();
        assertThat(ask(gate, "a", "third").holding()).isFalse();
        assertThat(told).isEmpty();
        assertThat(gate.inFlight()).isEqualTo(2);
        assertThat(gate.queued()).isEqualTo(1);
    }

    @Test
    void insideAModelWhoCameFirstIsServedFirst() {
        AdmissionGate gate = gate(1, 1, 9);
        Ticket holder = ask(gate, "a", "holder");
        Ticket first = ask(gate, "a", "first");
        ask(gate, "a", "second");

        holder.leave();
        first.leave();

        assertThat(told).containsExactly("first", "second");
    }

    @Test
    void betweenModelsTurnsGoRound() {
        AdmissionGate gate = gate(1, 1, 9);
        List<Ticket> tickets = new ArrayList<>();
        for (String name : List.of("a0", "a1", "a2", "a3", "b1", "b2", "c1")) {
            tickets.add(ask(gate, name.substring(0, 1), name));
        }

        for (int i = 0; i < tickets.size(); i++) {
            tickets.stream().filter(Ticket::holding).findFirst().orElseThrow().leave();
        }

        assertThat(told).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
    }

    @Test
    void aModelsOwnLimitHoldsInsteadOfTheCommonOne() {
        AdmissionGate gate = new AdmissionGate(
                new AdmissionSettings(9, 2, 9, Duration.ofSeconds(1), 1 << 20),
                List.of(model("a", 1), model("b", 3), model("c", null)),
                clock::get);

        for (String name : List.of("a", "b", "c")) {
            for (int i = 0; i < 4; i++) {
                ask(gate, name, name + i);
            }
        }

        assertThat(List.of(gate.inFlight("a"), gate.inFlight("b"), gate.inFlight("c")))
                .containsExactly(1, 3, 2);
    }

    @Test
    void aModelAtItsLimitHoldsUpNoOther() {
        AdmissionGate gate = gate(3, 1, 9);
        ask(gate, "a", "a0");
        ask(gate, "a", "a1");
        Ticket b = ask(gate, "b", "b0");
        ask(gate, "b", "b1");
        assertThat(b.holding()).isTrue();

        b.leave();

        assertThat(told).containsExactly("b1");
        assertThat(gate.queued("a")).isEqualTo(1);
    }

    @Test
    void aFullQueueRefusesItsOwnModelOnlyAndSaysHowLongOthersWaited() throws Exception {
        AdmissionGate gate = gate(1, 1, 1);
        Ticket holder = ask(gate, "a", "holder");
        Ticket first = ask(gate, "a", "first");
        clock.addAndGet(Duration.ofSeconds(7).toNanos());
        holder.leave();
        ask(gate, "a", "second");

        QueueFull full = catchThrowableOfType(QueueFull.class, () -> gate.ask("a", ALL, new Told(() -> {})));

        assertThat(full.retryAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(gate.ask("b", ALL, new Told(() -> {})).holding()).isFalse();
        assertThat(first.holding()).isTrue();
    }

    @Test
    void whoLeavesTheQueueIsNeverToldAndMakesRoomInIt() {
        AdmissionGate gate = gate(1, 1, 1);
        Ticket holder = ask(gate, "a", "holder");
        Ticket gone = ask(gate, "a", "gone");

        gone.leave();
        ask(gate, "a", "next");
        holder.leave();

        assertThat(told).containsExactly("next");
        assertThat(gone.giveUp()).isFalse();
    }

    @Test
    void aTurnThatHasComeCannotBeGivenUpAndIsHandedOnWhenItsHolderLeaves() {
        AdmissionGate gate = gate(1, 1, 9);
        Ticket holder = ask(gate, "a", "holder");
        Ticket overtaken = ask(gate, "a", "overtaken");
        ask(gate, "a", "next");
        holder.leave();

        assertThat(overtaken.giveUp()).isFalse();
        overtaken.leave();

        assertThat(told).containsExactly("overtaken", "next");
    }

    @Test
    void aPlaceIsGivenBackOnce() {
        AdmissionGate gate = gate(1, 1, 9);
        Ticket holder = ask(gate, "a", "holder");
        ask(gate, "a", "first");
        ask(gate, "a", "second");

        holder.leave();
        holder.leave();

        assertThat(told).containsExactly("first");
        assertThat(gate.inFlight()).isEqualTo(1);
    }

    @Test
    void noClientMakesAQueue() {
        AdmissionGate gate = gate(1, 1, 1);

        assertThatThrownBy(() -> gate.ask("theirs", ALL, new Told(() -> {})))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Whatever comes between: no limit is passed, and all is zero in the end. */
    @Test
    void manyThreadsComeAndGoAndNothingIsLeftBehind() throws Exception {
        AdmissionGate gate = gate(5, 2, 1000);
        AtomicInteger most = new AtomicInteger();
        AtomicInteger turns = new AtomicInteger();
        int threads = 4;
        int each = 5000;
        CountDownLatch settled = new CountDownLatch(threads * each);
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            SplittableRandom random = new SplittableRandom(17 + t);
            Thread thread = new Thread(() -> {
                List<Ticket> mine = new ArrayList<>();
                for (int i = 0; i < each; i++) {
                    try {
                        Ticket ticket =
                                gate.ask("abc".substring(i % 3, i % 3 + 1), ALL, new Told(turns::incrementAndGet));
                        mine.add(ticket);
                        most.accumulateAndGet(gate.inFlight(), Math::max);
                    } catch (QueueFull full) {
                        settled.countDown();
                    }
                    while (mine.size() > 8) {
                        mine.remove(random.nextInt(mine.size())).leave();
                        settled.countDown();
                    }
                }
                mine.forEach(ticket -> {
                    ticket.leave();
                    settled.countDown();
                });
            });
            all.add(thread);
            thread.start();
        }
        for (Thread thread : all) {
            thread.join();
        }

        assertThat(settled.getCount()).isZero();
        assertThat(most).hasValueLessThanOrEqualTo(5);
        assertThat(turns).hasPositiveValue();
        assertThat(gate.inFlight()).isZero();
        assertThat(gate.queued()).isZero();
        for (String model : gate.models()) {
            assertThat(gate.inFlight(model)).isZero();
        }
    }
}
