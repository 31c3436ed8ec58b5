package dev.warmpath.it.bench.policy.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.it.bench.trace.Trace;
import dev.warmpath.it.bench.trace.TraceRequest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {

    private static final long SEED = 5;
    private static final long MILLI = 1_000_000;

    @Test
    void whatComesAtOneMomentOfACoarseClockIsSpreadUntilTheNextInItsOrder() {
        Arrivals arrivals = Arrivals.of(at(3000, 3000, 3000, 6000), SEED);

        assertThat(arrivals.nanos(0)).isBetween(0L, 3000 * MILLI);
        assertThat(arrivals.nanos(1)).isBetween(arrivals.nanos(0), 3000 * MILLI);
        assertThat(arrivals.nanos(2)).isBetween(arrivals.nanos(1), 3000 * MILLI);
        assertThat(arrivals.nanos(0)).as("not all at once").isLessThan(arrivals.nanos(2));
        assertThat(arrivals.nanos(3)).isEqualTo(3000 * MILLI);
    }

    @Test
    void whatComesByItselfComesWhenTheTraceSays() {
        Arrivals arrivals = Arrivals.of(at(10, 14, 40), SEED);

        assertThat(arrivals.nanos(0)).isZero();
        assertThat(arrivals.nanos(1)).isEqualTo(4 * MILLI);
        assertThat(arrivals.seconds()).isEqualTo(0.03);
    }

    @Test
    void fasterShrinksAllGapsAlike() {
        Arrivals twice = Arrivals.of(at(10, 14, 40), SEED).faster(2);

        assertThat(twice.nanos(1)).isEqualTo(2 * MILLI);
        assertThat(twice.nanos(2)).isEqualTo(15 * MILLI);
        assertThat(twice.seconds()).isEqualTo(0.015);
    }

    private static Trace at(long... millis) {
        List<TraceRequest> requests = new ArrayList<>();
        for (long arrival : millis) {
            requests.add(new TraceRequest(arrival, 10, 1, new int[] {0}));
        }
        return new Trace("arrivals", requests);
    }
}
