package dev.warmpath.it.bench.replay;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.bench.measure.BenchReport;
import dev.warmpath.it.sim.cache.TierUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a restart and a replay brought.
 *
 * @param filledDevice blocks in GPU memory before the restart
 * @param emptiedDevice those after it
 * @param filled the surviving tier before the restart
 * @param replayed the same after the replay
 * @param belief what the router credited before each replayed prompt, together
 * @param cachedTokens tokens that the engines called cached in the replay
 */
public record ReplayFindings(
        ReplayPlan plan,
        long filledDevice,
        long emptiedDevice,
        TierUse filled,
        TierUse replayed,
        Belief belief,
        long cachedTokens) {

    private long reads() {
        return replayed.readBlocks() - filled.readBlocks();
    }

    private long newStores() {
        return replayed.storedBlocks() - filled.storedBlocks();
    }

    /** Why this is no proof that the lower tier serves; empty when it is one. */
    public List<String> objections() {
        List<String> objections = new ArrayList<>();
        if (emptiedDevice > 0) {
            objections.add("the restart left " + emptiedDevice + " blocks in GPU memory, so the replay proves nothing");
        }
        if (belief.device() > 0) {
            objections.add("the router credited " + belief.device() + " blocks of GPU memory that the restart emptied");
        }
        if (belief.host() + belief.disk() == 0) {
            objections.add("the router credited nothing from the lower tier");
        }
        if (reads() == 0) {
            objections.add("nothing was served from the lower tier");
        }
        if (newStores() > 0) {
            objections.add(newStores() + " blocks were stored in the lower tier again");
        }
        return objections;
    }

    /** A table, what it means, and the line of JSON. */
    public BenchReport report() {
        List<String> objections = objections();
        BenchReport report = new BenchReport("replay", plan.seed());
        report.table(
                        (objections.isEmpty()
                                        ? "pass: the lower tier served what GPU memory had lost"
                                        : "fail: " + String.join("; ", objections))
                                + " (blocks of " + ReplayPlan.BLOCK_SIZE + " tokens)",
                        "",
                        "fill",
                        "replay")
                .row("in GPU memory at the start", "0", Long.toString(emptiedDevice))
                .row("credited: GPU memory", "", Long.toString(belief.device()))
                .row("credited: lower tier", "", Long.toString(belief.host() + belief.disk()))
                .row("credit in the cost", "", String.format(Locale.ROOT, "%.1f", belief.credit()))
                .row("read from the lower tier", Long.toString(filled.readBlocks()), Long.toString(reads()))
                .row("stored in the lower tier", Long.toString(filled.storedBlocks()), Long.toString(newStores()))
                .row("cached tokens, says usage", "", Long.toString(cachedTokens));
        ObjectNode json = report.json();
        json.put("engine", plan.engine().name().toLowerCase(Locale.ROOT))
                .put("tiers", plan.tiers())
                .put("workers", plan.workers())
                .put("prompts", plan.prompts())
                .put("filledDeviceBlocks", filledDevice)
                .put("emptiedDeviceBlocks", emptiedDevice)
                .put("filledStoredBlocks", filled.storedBlocks());
        json.putObject("creditedBlocks")
                .put("device", belief.device())
                .put("host", belief.host())
                .put("disk", belief.disk());
        json.put("credit", belief.credit())
                .put("readBlocks", reads())
                .put("newStoredBlocks", newStores())
                .put("cachedTokens", cachedTokens)
                .put("status", objections.isEmpty() ? "pass" : "fail");
        objections.forEach(json.putArray("objections")::add);
        return report;
    }
}
