package dev.warmpath.router.poll;

import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.load.RankReading;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What one answer says of its ranks, by the numbers that the engine gives them. Counts of one rank are added up. */
final class RankTotals {

    /** An engine with more is none; what is beyond is left out, and missed by the rank that waits for it. */
    private static final int MOST = 4096;

    private static final long UNTOLD = -1;

    private final Map<Integer, Total> byNumber = new HashMap<>();

    private static final class Total {
        private long running = UNTOLD;
        private long waiting = UNTOLD;
        private double usage = Double.NaN;

        private @Nullable RankReading reading(long nanos) {
            return running == UNTOLD || waiting == UNTOLD ? null : new RankReading(running, waiting, usage, nanos);
        }
    }

    void running(int number, long requests) {
        Total total = total(number);
        total.running = plus(total.running, requests);
    }

    void waiting(int number, long requests) {
        Total total = total(number);
        total.waiting = plus(total.waiting, requests);
    }

    /** The fullest cache stands for the rank where it has several. What is no share is left out. */
    void usage(int number, double share) {
        if (!(share >= 0 && share <= 1)) {
            return;
        }
        Total total = total(number);
        total.usage = Double.isNaN(total.usage) ? share : Math.max(total.usage, share);
    }

    private static long plus(long before, long more) {
        return before == UNTOLD ? more : before + more;
    }

    private Total total(int number) {
        Total known = byNumber.get(number);
        if (known != null) {
            return known;
        }
        Total fresh = new Total();
        if (byNumber.size() < MOST) {
            byNumber.put(number, fresh);
        }
        return fresh;
    }

    /**
     * By the worker's own count of its ranks, from 0. Engines count either all ranks of the deployment or those behind their
     * URL: numbers that are all of the first kind are taken so, else those that are all of the second.
     *
     * @param nanos when the engine was asked
     */
    Map<Integer, RankReading> of(WorkerSettings worker, long nanos) {
        boolean local =
                worker.dpStart() > 0 && !within(worker.dpStart(), worker.dpSize()) && within(0, worker.dpSize());
        int first = local ? 0 : worker.dpStart();
        Map<Integer, RankReading> ranks = new HashMap<>();
        byNumber.forEach((number, total) -> {
            RankReading reading = total.reading(nanos);
            if (reading != null && number >= first && number - first < worker.dpSize()) {
                ranks.put(number - first, reading);
            }
        });
        return ranks;
    }

    private boolean within(int first, int count) {
        return byNumber.keySet().stream().allMatch(number -> number >= first && number - first < count);
    }
}
