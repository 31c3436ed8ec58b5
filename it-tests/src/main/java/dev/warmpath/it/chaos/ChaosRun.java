package dev.warmpath.it.chaos;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * One run, in four parts: clients without trouble, after which the footprint is taken; clients in trouble; clients
 * without trouble again, until nothing runs; what is left.
 */
public final class ChaosRun {

    private static final int RANKS = 2;

    private final ChaosSize size;
    private final PrintWriter out;
    private final List<FleetKind> kinds = FleetKind.ALL;

    public ChaosRun(ChaosSize size, PrintWriter out) {
        this.size = size;
        this.out = out;
    }

    /** Prints the disruptions that the seed stands for, and runs nothing. */
    public void printSchedule() {
        List<String> names = kinds.stream()
                .flatMap(kind -> kind.engines().stream())
                .map(engine -> engine.build().name())
                .toList();
        out.println("seed " + size.seed());
        schedule(names.size()).forEach(disruption -> out.println(disruption.line(names.get(disruption.engine()))));
        out.flush();
    }

    private List<Disruption> schedule(int engines) {
        return Schedule.of(size, engines, RANKS);
    }

    /** Runs it all; takes its time. */
    public Verdict run() {
        printSchedule();
        try (ChaosFleet fleet = ChaosFleet.start(kinds)) {
            Ledger warmUp = new Ledger(size.streams());
            Ledger ledger = new Ledger(size.streams());
            Aftermath aftermath = new Aftermath(fleet);
            // Connections of the warm-up may take long to go, and would hide as many that are lost afterwards.
            Footprint unused = Aftermath.settled();
            fleet.members().forEach(warmUp::watch);
            boolean ended = drive(fleet, warmUp, 0, this::pause);
            aftermath.engines();
            fleet.members().forEach(member -> member.engine().requests().forget());
            fleet.members().forEach(ledger::watch);
            Footprint start = Aftermath.settled().atMost(unused);
            Disruptor disruptor = new Disruptor(fleet, System.nanoTime() - warmUpNanos());
            ended &= drive(
                    fleet,
                    ledger,
                    1,
                    () -> disruptor.run(schedule(fleet.members().size())));
            return verdict(aftermath, List.of(warmUp, ledger), disruptor, start, ended);
        }
    }

    private long warmUpNanos() {
        return TimeUnit.MILLISECONDS.toNanos(size.warmUpMillis());
    }

    private void pause() {
        long until = System.nanoTime() + warmUpNanos();
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Clients ask until the calling thread has done what it has to do. */
    private boolean drive(ChaosFleet fleet, Ledger ledger, int part, Runnable meanwhile) {
        List<String> models = kinds.stream().map(FleetKind::model).toList();
        Prompts prompts = new Prompts(size.seed() + part, size.streams(), models);
        try (Clients clients = new Clients(fleet.router().port(), size.streams(), prompts, ledger)) {
            meanwhile.run();
            return clients.stop();
        }
    }

    private Verdict verdict(
            Aftermath aftermath, List<Ledger> ledgers, Disruptor disruptor, Footprint start, boolean ended) {
        Map<String, Integer> findings = new TreeMap<>();
        Map<String, Integer> outcomes = new TreeMap<>();
        for (Ledger ledger : ledgers) {
            ledger.findings().forEach((finding, count) -> findings.merge(finding.key(), count, Integer::sum));
            ledger.outcomes().forEach((outcome, count) -> outcomes.merge(outcome, count, Integer::sum));
        }
        if (!ended) {
            findings.merge(Finding.HUNG.key(), 1, Integer::sum);
        }
        List<String> busy = aftermath.engines();
        List<String> bookings = aftermath.bookings();
        List<String> index = busy.isEmpty() ? aftermath.index() : List.of("not compared: engines are busy");
        return new Verdict(
                size,
                kinds.stream().map(FleetKind::model).toList(),
                ledgers.stream().mapToInt(Ledger::requests).sum(),
                outcomes,
                disruptor.done().entrySet().stream()
                        .collect(Collectors.toMap(
                                entry -> entry.getKey().name().toLowerCase(Locale.ROOT),
                                Map.Entry::getValue,
                                Integer::sum,
                                TreeMap::new)),
                findings,
                ledgers.stream().flatMap(ledger -> ledger.examples().stream()).toList(),
                busy,
                bookings,
                index,
                Verdict.Footprints.of(start, aftermath.footprint(start)));
    }
}
