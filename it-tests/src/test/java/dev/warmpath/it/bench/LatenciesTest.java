package dev.warmpath.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warmpath.it.bench.measure.Latencies;
import org.junit.jupiter.api.Test;

class LatenciesTest {

    @Test
    void percentilesAreTimesThatWereMeasured() {
        Latencies latencies = new Latencies();
        for (int micros = 100; micros > 0; micros--) {
            latencies.add(micros * 1_000L);
        }
        assertThat(latencies.count()).isEqualTo(100);
        assertThat(latencies.meanMicros()).isEqualTo(50.5);
        assertThat(latencies.micros(0.5)).isCloseTo(50, within(0.05));
        assertThat(latencies.micros(0.99)).isCloseTo(99, within(0.1));
        assertThat(latencies.millis(1)).isCloseTo(0.1, within(0.0001));
    }

    @Test
    void twoTogetherAreAllTimesOfBoth() {
        Latencies fast = new Latencies();
        Latencies slow = new Latencies();
        fast.add(1_000);
        slow.add(3_000_000_000L);
        Latencies both = Latencies.of(fast, slow);
        assertThat(both.count()).isEqualTo(2);
        assertThat(both.meanMicros()).isEqualTo(1_500_000.5);
        assertThat(both.micros(0.5)).isCloseTo(1, within(0.001));
    }

    @Test
    void nothingIsZero() {
        Latencies latencies = new Latencies();
        latencies.add(5);
        latencies.clear();
        assertThat(latencies.count()).isZero();
        assertThat(latencies.meanMicros()).isZero();
        assertThat(latencies.micros(0.5)).isZero();
    }
}
