package dev.warmpath.router.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.router.fleet.worker.HealthState;
import org.junit.jupiter.api.Test;

/** What a series of probes makes of a worker: 3 bad ones in a row, 2 good ones to return. */
class VitalsTest {

    private final Vitals vitals = new Vitals(HealthSettings.defaults());

    private void probes(boolean well, int times) {
        for (int i = 0; i < times; i++) {
            vitals.probed(well);
        }
    }

    /** Good probes until the worker is healthy again. */
    private int goodProbesUntilBack() {
        int probes = 0;
        while (vitals.state() != HealthState.HEALTHY) {
            vitals.probed(true);
            probes++;
        }
        return probes;
    }

    @Test
    void workerThatHasNeverDoneWellIsJudgedByOneProbe() {
        assertThat(vitals.state()).isEqualTo(HealthState.UNKNOWN);

        assertThat(vitals.probed(false)).isTrue();
        assertThat(vitals.state()).isEqualTo(HealthState.STARTING);
        assertThat(vitals.probed(false)).as("no news").isFalse();

        assertThat(vitals.probed(true)).isTrue();
        assertThat(vitals.state()).isEqualTo(HealthState.HEALTHY);
    }

    @Test
    void onlyProbesInARowCount() {
        probes(true, 1);
        for (int i = 0; i < 50; i++) {
            probes(false, 2);
            probes(true, 1);
        }
        assertThat(vitals.state()).isEqualTo(HealthState.HEALTHY);

        probes(false, 3);
        assertThat(vitals.state()).isEqualTo(HealthState.UNHEALTHY);

        for (int i = 0; i < 50; i++) {
            probes(true, 1);
            probes(false, 1);
        }
        assertThat(vitals.state()).isEqualTo(HealthState.UNHEALTHY);
    }

    @Test
    void eachReturnOfAFlappingWorkerTakesTwiceAsLongUpToALimit() {
        probes(true, 1);
        for (int expected : new int[] {2, 4, 8, 16, 32, 32, 32}) {
            probes(false, 3);
            assertThat(goodProbesUntilBack()).isEqualTo(expected);
        }
    }

    @Test
    void steadyWorkerReturnsAsSoonAsAtFirst() {
        probes(true, 1);
        for (int i = 0; i < 4; i++) {
            probes(false, 3);
            goodProbesUntilBack();
        }

        probes(true, Vitals.STEADY_PROBES);
        probes(false, 3);

        assertThat(goodProbesUntilBack()).isEqualTo(2);
    }
}
