package dev.warmpath.it.observe;

import static dev.warmpath.it.support.SimulatedFleet.prompt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.schedule.TimeModel;
import dev.warmpath.it.support.SimulatedFleet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A hit rate is a ratio of sums over requests, which its two counters allow. */
@Timeout(60)
class HitRateIT {

    private static final int BLOCK = 16;

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @BeforeEach
    void start() {
        fleet.engine(SimEngineConfig.builder(Engine.VLLM, Role.MIXED)
                .times(TimeModel.instant())
                .build());
    }

    @AfterEach
    void stop() {
        fleet.close();
    }

    /** Scenario 86: the mean of the requests' own rates would be 0.495, or no number at all. */
    @Test
    void longPromptWeighsAsMuchAsItsBlocksAndOneWithoutABlockNothing() {
        serve(prompt(1, 99 * BLOCK));
        fleet.awaitTruth();
        double overlapBefore = counter("warmpath_overlap_blocks_total");
        double blocksBefore = counter("warmpath_request_blocks_total");
        double promptsBefore = counter("warmpath_decisions_total");

        serve(prompt(2, BLOCK));
        serve(prompt(1, 100 * BLOCK));
        serve(prompt(3, BLOCK / 2));

        assertThat(counter("warmpath_overlap_blocks_total") - overlapBefore).isEqualTo(99);
        assertThat(counter("warmpath_request_blocks_total") - blocksBefore).isEqualTo(101);
        assertThat(counter("warmpath_decisions_total") - promptsBefore).isEqualTo(3);
        assertThat(fleet.scrape().lines()).noneMatch(line -> line.matches(".* ([-+]?Inf|NaN)"));
    }

    private void serve(int[] tokens) {
        assertThat(fleet.complete(tokens).statusCode()).isEqualTo(200);
    }

    /** Sum of all series. */
    private double counter(String name) {
        return fleet.scrape()
                .lines()
                .filter(line -> line.startsWith(name + "{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
