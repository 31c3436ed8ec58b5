package dev.warmpath.router.doctor.check.view;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.ViewCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.doctor.evidence.RankEvidence;
import dev.warmpath.router.doctor.evidence.WorkerEvidence;
import java.util.Map;
import java.util.TreeMap;

/** {@link ViewCheck#BLOCK_SIZES_DIFFER}. */
public final class BlockSizesDiffer implements Check {

    @Override
    public CheckName name() {
        return ViewCheck.BLOCK_SIZES_DIFFER;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        // By model: each size, with the first rank that has it.
        Map<String, Map<Integer, String>> models = new TreeMap<>();
        for (WorkerEvidence worker : evidence.now().workers()) {
            for (RankEvidence rank : worker.ranks()) {
                int size = rank.index().blockSize();
                for (String model : worker.settings().models()) {
                    Map<Integer, String> sizes = models.computeIfAbsent(model, m -> new TreeMap<>());
                    if (size > 0) {
                        sizes.putIfAbsent(size, rank.name());
                    }
                }
            }
        }
        models.forEach((model, sizes) -> {
            if (sizes.size() > 1) {
                findings.warn(null, "model " + model + ": " + sizes);
            }
        });
        findings.fine(models.size() + " models, each with one block size");
    }
}
