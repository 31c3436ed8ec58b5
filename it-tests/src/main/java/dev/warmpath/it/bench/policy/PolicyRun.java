package dev.warmpath.it.bench.policy;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.scoring.SkipPrefillSettings;
import dev.warmpath.it.bench.policy.fleet.FleetModel;
import dev.warmpath.it.bench.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * All runs on one trace: every rule at every load, then the router's own law with other weights. Runs share nothing, so
 * they go side by side, one per core, and each brings the same whatever runs beside it.
 */
final class PolicyRun {

    /** From light to past saturation. */
    static final List<Double> LOADS = List.of(0.2, 0.4, 0.6, 0.8, 0.95, 1.1);

    static final List<Double> PREFILL_WEIGHTS = List.of(0.0, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0);
    static final List<Double> DECODE_WEIGHTS = List.of(0.0, 0.5, 1.0, 2.0, 5.0, 10.0);

    /** Bounds for going straight to decode: the first is off, the last what configuration starts with. */
    static final List<SkipPrefillSettings> SKIPS = List.of(
            SkipPrefillSettings.defaults(),
            new SkipPrefillSettings(true, 512, 0.3, 64),
            SkipPrefillSettings.defaults().on());

    /** The documented starting point. */
    static final double PREFILL_WEIGHT = 20;

    static final double DECODE_WEIGHT = 2;

    private final Workload workload;

    PolicyRun(FleetModel model, Trace trace, long seed) {
        this.workload = new Workload(model, trace, seed);
    }

    Workload workload() {
        return workload;
    }

    /** Everything, at all loads and weights. */
    PolicyFindings findings() throws InterruptedException {
        return new PolicyFindings(
                workload.trace(),
                workload.oracle().hitRatio(),
                workload.utilisation(),
                compare(LOADS),
                sweepPrefill(LOADS, PREFILL_WEIGHTS),
                sweepDecode(LOADS, DECODE_WEIGHTS),
                skipPrefill(LOADS, SKIPS));
    }

    /** Every rule at every load. */
    List<Cell> compare(List<Double> loads) throws InterruptedException {
        List<Callable<Cell>> runs = new ArrayList<>();
        for (double load : loads) {
            for (RuleKind rule : RuleKind.values()) {
                runs.add(() -> cell(rule, load, PREFILL_WEIGHT, DECODE_WEIGHT));
            }
        }
        return all(runs);
    }

    /** The law at every load with these prefill weights. */
    List<Cell> sweepPrefill(List<Double> loads, List<Double> weights) throws InterruptedException {
        List<Callable<Cell>> runs = new ArrayList<>();
        for (double load : loads) {
            for (double weight : weights) {
                runs.add(() -> cell(RuleKind.LAW, load, weight, DECODE_WEIGHT));
            }
        }
        return all(runs);
    }

    /** The law at every load with these decode weights. */
    List<Cell> sweepDecode(List<Double> loads, List<Double> weights) throws InterruptedException {
        List<Callable<Cell>> runs = new ArrayList<>();
        for (double load : loads) {
            for (double weight : weights) {
                runs.add(() -> cell(RuleKind.LAW, load, PREFILL_WEIGHT, weight));
            }
        }
        return all(runs);
    }

    /** The law at every load, with and without going straight to decode. */
    List<SkipCell> skipPrefill(List<Double> loads, List<SkipPrefillSettings> bounds) throws InterruptedException {
        List<Callable<SkipCell>> runs = new ArrayList<>();
        for (double load : loads) {
            for (SkipPrefillSettings skip : bounds) {
                ScoringSettings settings = ScoringSettings.withWeights(PREFILL_WEIGHT, DECODE_WEIGHT, null)
                        .withSkipPrefill(skip);
                runs.add(() -> new SkipCell(load, skip, workload.run(RuleKind.LAW, load, settings)));
            }
        }
        return all(runs);
    }

    private Cell cell(RuleKind rule, double load, double prefillWeight, double decodeWeight) {
        ScoringSettings settings = ScoringSettings.withWeights(prefillWeight, decodeWeight, null);
        return new Cell(rule, load, prefillWeight, decodeWeight, workload.run(rule, load, settings));
    }

    private static <T> List<T> all(List<Callable<T>> runs) throws InterruptedException {
        ExecutorService cores =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<T> cells = new ArrayList<>();
            for (Future<T> run : cores.invokeAll(runs)) {
                cells.add(run.get());
            }
            return cells;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run failed", e.getCause());
        } finally {
            cores.shutdownNow();
        }
    }
}
