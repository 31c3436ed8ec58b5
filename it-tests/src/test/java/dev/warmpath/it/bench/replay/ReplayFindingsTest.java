package dev.warmpath.it.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.Tier;
import dev.warmpath.it.sim.cache.TierUse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is no proof that a lower tier serves. */
class ReplayFindingsTest {

    private static final ReplayPlan PLAN = new ReplayPlan(Engine.SGLANG, 2, 4, 64, true, Duration.ofSeconds(1), 1);
    private static final TierUse FILLED = new TierUse(Tier.DISK, 16, 5, 16);
    private static final TierUse READ = new TierUse(Tier.DISK, 16, 17, 16);
    private static final Belief BELIEF = new Belief(0, 0, 16, 4);

    @Test
    void creditAndReadsWithoutStoresAreOne() {
        assertThat(new ReplayFindings(PLAN, 16, 0, FILLED, READ, BELIEF, 192).objections())
                .isEmpty();
    }

    @Test
    void gpuMemoryThatStayedWarmIsNone() {
        assertThat(new ReplayFindings(PLAN, 16, 3, FILLED, READ, BELIEF, 192).objections())
                .singleElement()
                .asString()
                .contains("3 blocks in GPU memory");
    }

    @Test
    void creditForGpuMemoryThatIsGoneIsNone() {
        assertThat(new ReplayFindings(PLAN, 16, 0, FILLED, READ, new Belief(2, 0, 14, 4), 192).objections())
                .singleElement()
                .asString()
                .contains("credited 2 blocks of GPU memory");
    }

    @Test
    void readsThatTheRouterDidNotExpectAreNone() {
        assertThat(new ReplayFindings(PLAN, 16, 0, FILLED, READ, Belief.NONE, 192).objections())
                .containsExactly("the router credited nothing from the lower tier");
    }

    @Test
    void creditWithoutReadsIsNone() {
        assertThat(new ReplayFindings(PLAN, 16, 0, FILLED, FILLED, BELIEF, 192).objections())
                .containsExactly("nothing was served from the lower tier");
    }

    @Test
    void storesThatWereThereBeforeAreNone() {
        TierUse stored = new TierUse(Tier.DISK, 16, 17, 20);

        assertThat(new ReplayFindings(PLAN, 16, 0, FILLED, stored, BELIEF, 192).objections())
                .containsExactly("4 blocks were stored in the lower tier again");
    }
}
