package dev.warmpath.it.bench.replay;

import dev.warmpath.it.sim.cache.TierUse;
import java.util.List;

/**
 * Restart and replay: prompts fill the fleet, every engine is restarted so that its GPU memory is empty, and the same
 * prompts come again.
 *
 * <p>That the second time is as quick as the first, or quicker, would prove nothing: so it is when GPU memory alone serves
 * it. So three things are counted instead: what the router credits and where it believes it to lie, what the engines read
 * from the tier that survived, and what they wrote there again, which a tier that serves has no need for.
 */
public final class ReplayCheck {

    private final ReplayPlan plan;

    public ReplayCheck(ReplayPlan plan) {
        this.plan = plan;
    }

    /**
     * Runs it.
     *
     * @throws IllegalStateException if a request fails, or the router does not learn in time what the engines hold
     */
    public ReplayFindings run() throws InterruptedException {
        List<Prompt> prompts = Prompt.of(plan);
        try (ReplayFleet fleet = new ReplayFleet(plan)) {
            fleet.settle("at the start");
            for (Prompt prompt : prompts) {
                fleet.serve(prompt);
            }
            fleet.settle("after the prompts");
            TierUse filled = fleet.lowerTier();
            long filledDevice = fleet.deviceBlocks();

            fleet.restartEngines();
            fleet.settleOrDoubt("after the restart");
            long emptied = fleet.deviceBlocks();
            Belief belief = Belief.NONE;
            long cachedTokens = 0;
            for (Prompt prompt : prompts) {
                belief = belief.plus(fleet.explain(prompt));
                cachedTokens += fleet.serve(prompt);
            }
            fleet.settleOrDoubt("after the replay");
            return new ReplayFindings(plan, filledDevice, emptied, filled, fleet.lowerTier(), belief, cachedTokens);
        }
    }
}
