package dev.warmpath.it.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The disruptions of a run, a pure function of its seed and size. No engine is in two kinds of trouble at once. */
final class Schedule {

    /** One disruption per engine begins about this often. */
    private static final int PERIOD_MILLIS = 4_000;

    private static final int SHORTEST_MILLIS = 300;
    private static final int LONGEST_MILLIS = 2_500;
    private static final int LARGEST_AMOUNT = 4;

    private Schedule() {}

    /** In the order in which they begin. */
    static List<Disruption> of(ChaosSize size, int engines, int ranks) {
        SplittableRandom random = new SplittableRandom(size.seed());
        Disruption.Kind[] kinds = Disruption.Kind.values();
        int[] busyUntil = new int[engines];
        List<Disruption> all = new ArrayList<>();
        int end = size.warmUpMillis() + size.troubleMillis();
        int pause = Math.max(1, PERIOD_MILLIS / engines);
        int at = size.warmUpMillis();
        // Each kind comes once before any comes again, so that a short run has them all.
        List<Disruption.Kind> deck = new ArrayList<>();
        while (true) {
            at += 1 + random.nextInt(2 * pause);
            if (deck.isEmpty()) {
                deck.addAll(List.of(kinds));
            }
            Disruption.Kind kind = deck.remove(random.nextInt(deck.size()));
            int engine = random.nextInt(engines);
            int rank = random.nextInt(ranks);
            int lasts = kind.isLasting() ? random.nextInt(SHORTEST_MILLIS, LONGEST_MILLIS) : 0;
            int amount = 1 + random.nextInt(LARGEST_AMOUNT);
            if (at + lasts >= end) {
                return List.copyOf(all);
            }
            if (at >= busyUntil[engine]) {
                all.add(new Disruption(at, lasts, kind, engine, rank, amount));
                busyUntil[engine] = at + lasts + SHORTEST_MILLIS;
            }
        }
    }
}
