package dev.warmpath.router.health;

import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.router.fleet.worker.HealthState;

/**
 * What a series of probes makes of one worker. A state changes after several equal results in a row, so that single bad
 * probes, and single good ones, change nothing. Only a worker that has never done well is judged by one result: it has
 * nothing to lose, and nobody should wait for it once it is up.
 *
 * <p>A worker that flaps comes back later each time: every return doubles the good probes that the next one takes, up to
 * {@value #MOST_DOUBLINGS} times, until {@value #STEADY_PROBES} good ones in a row show that it has become steady.
 *
 * <p>Not thread-safe.
 */
final class Vitals {

    static final int MOST_DOUBLINGS = 4;
    static final int STEADY_PROBES = 60;

    private final HealthSettings settings;
    private HealthState state = HealthState.UNKNOWN;
    private int good;
    private int bad;
    private int returns;

    Vitals(HealthSettings settings) {
        this.settings = settings;
    }

    HealthState state() {
        return state;
    }

    boolean lastWasBad() {
        return bad > 0;
    }

    /** Takes the next result; returns whether the state has changed. */
    boolean probed(boolean well) {
        good = well ? Math.min(good + 1, Integer.MAX_VALUE - 1) : 0;
        bad = well ? 0 : Math.min(bad + 1, Integer.MAX_VALUE - 1);
        if (state == HealthState.HEALTHY && good >= STEADY_PROBES) {
            returns = 0;
        }
        HealthState before = state;
        state = next();
        if (before == HealthState.UNHEALTHY && state == HealthState.HEALTHY) {
            returns = Math.min(returns + 1, MOST_DOUBLINGS);
        }
        return state != before;
    }

    private HealthState next() {
        return switch (state) {
            case UNKNOWN, STARTING -> good > 0 ? HealthState.HEALTHY : HealthState.STARTING;
            case HEALTHY -> bad >= settings.failures() ? HealthState.UNHEALTHY : state;
            case UNHEALTHY -> good >= goodProbesToReturn() ? HealthState.HEALTHY : state;
            case OFF -> state;
        };
    }

    /** Good probes in a row that an unhealthy worker needs now. */
    int goodProbesToReturn() {
        return settings.successes() << returns;
    }
}
