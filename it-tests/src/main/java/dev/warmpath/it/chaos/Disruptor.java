package dev.warmpath.it.chaos;

import dev.warmpath.it.sim.events.EventFaults;
import dev.warmpath.it.sim.fault.Fault;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Carries out a schedule on the calling thread, and mends everything at its end. */
final class Disruptor {

    private static final int FLAPS = 4;

    private final ChaosFleet fleet;
    private final long startNanos;
    private final Map<Disruption.Kind, Integer> done = new EnumMap<>(Disruption.Kind.class);
    private final PriorityQueue<Step> steps = new PriorityQueue<>(Comparator.comparingInt(Step::atMillis));

    private record Step(int atMillis, Runnable action) {}

    /** @param startNanos the moment that schedules count from */
    Disruptor(ChaosFleet fleet, long startNanos) {
        this.fleet = fleet;
        this.startNanos = startNanos;
    }

    /** Returns when the last disruption is over. */
    void run(List<Disruption> schedule) {
        schedule.forEach(disruption -> steps.add(new Step(disruption.atMillis(), () -> begin(disruption))));
        for (Step step = steps.poll(); step != null; step = steps.poll()) {
            waitUntil(step.atMillis());
            step.action().run();
        }
        mend();
    }

    private void waitUntil(int millis) {
        long due = startNanos + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** How often each kind was carried out. */
    Map<Disruption.Kind, Integer> done() {
        return done;
    }

    private void begin(Disruption disruption) {
        Member member = fleet.members().get(disruption.engine());
        done.merge(disruption.kind(), 1, Integer::sum);
        member.troubled();
        var engine = member.engine();
        var requests = engine.faults();
        EventFaults events = engine.rank(disruption.rank()).faults();
        int amount = disruption.amount();
        switch (disruption.kind()) {
            case KILL -> {
                engine.stop();
                later(disruption.endMillis(), member, engine::restart);
            }
            case RESTART -> engine.restart();
            case HANG -> {
                long began = System.nanoTime();
                engine.freeze(true);
                later(disruption.endMillis(), member, () -> {
                    member.hung(new Hang(began, System.nanoTime()));
                    engine.freeze(false);
                });
            }
            case FLAP -> flap(disruption, member);
            case DRAIN -> {
                drain(member, true);
                later(disruption.endMillis(), member, () -> drain(member, false));
            }
            case RESET_EARLY -> requests.nextRequests(amount, Fault.resetBeforeHeaders());
            case RESET_INSIDE -> requests.nextRequests(amount, Fault.resetAfter(1 + amount));
            case STALL_INSIDE -> requests.nextRequests(1, Fault.hangAfter(1 + amount));
            case REFUSE -> requests.nextRequests(amount, Fault.status(503, "{\"error\":{\"message\":\"busy\"}}"));
            case LOSE_EVENTS -> events.loseNext(amount);
            case REPEAT_EVENTS -> events.duplicateNext(amount);
            case SWAP_EVENTS -> events.swapNext(amount);
        }
    }

    private void later(int millis, Member member, Runnable action) {
        steps.add(new Step(millis, () -> {
            action.run();
            member.troubled();
        }));
    }

    private void flap(Disruption disruption, Member member) {
        int half = disruption.lastsMillis() / (2 * FLAPS);
        for (int i = 0; i < FLAPS; i++) {
            int at = disruption.atMillis() + 2 * i * half;
            later(at, member, () -> member.engine().refuseConnections(true));
            later(at + half, member, () -> member.engine().refuseConnections(false));
        }
    }

    private void drain(Member member, boolean on) {
        fleet.router().fleet().drain(member.engine().url().toString(), on);
    }

    private void mend() {
        for (Member member : fleet.members()) {
            member.engine().faults().clear();
            member.engine().ranks().forEach(rank -> rank.faults().clear());
        }
    }
}
