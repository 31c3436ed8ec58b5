package dev.warmpath.router.doctor.evidence;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.index.HashSample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Whether a worker's engine gives the same tokens the same hash as another worker of its model does.
 *
 * @param worker who is compared
 * @param other a worker that announced some of the same blocks before
 * @param same sampled blocks with equal engine hashes; likewise {@code different}
 */
public record HashComparison(String model, String worker, String other, long same, long different) {

    /** Engines hash by different rules, so only those of one kind are compared. */
    private record Pool(String model, Engine engine) {}

    private record Word(String worker, long engineHash) {}

    /** Compares all workers of each model with those before them. Looks at a few hundred blocks of each rank. */
    static List<HashComparison> of(Collection<Worker> workers) {
        Map<Pool, Map<Long, Word>> pools = new HashMap<>();
        List<HashComparison> all = new ArrayList<>();
        for (Worker worker : workers) {
            Engine engine = worker.engine().known();
            if (engine == null) {
                continue;
            }
            for (String model : worker.settings().models()) {
                Pool pool = new Pool(model, engine);
                compare(worker, model, pools.computeIfAbsent(pool, p -> new HashMap<>()), all);
            }
        }
        return all;
    }

    private static void compare(Worker worker, String model, Map<Long, Word> words, List<HashComparison> all) {
        String other = "";
        long same = 0;
        long different = 0;
        for (Worker.Rank rank : worker.ranks()) {
            HashSample sample = rank.index().hashSample();
            for (int i = 0; i < sample.size(); i++) {
                Word said = words.putIfAbsent(sample.own(i), new Word(worker.id(), sample.engine(i)));
                if (said == null || said.worker.equals(worker.id())) {
                    continue;
                }
                if (said.engineHash == sample.engine(i)) {
                    same++;
                } else {
                    different++;
                }
                other = said.worker;
            }
        }
        if (same + different > 0) {
            all.add(new HashComparison(model, worker.id(), other, same, different));
        }
    }
}
