package dev.warmpath.router.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.EngineLoadSettings;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerLoadTest {

    private static final long SECOND = 1_000_000_000;

    private final WorkerLoad load = new WorkerLoad(2);

    @BeforeEach
    void watch() {
        EngineLoadSettings d = EngineLoadSettings.defaults();
        load.watched(new EngineLoadSettings(
                true,
                false,
                d.interval(),
                d.timeout(),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30),
                d.maxBodyBytes()));
    }

    private void told(long second, long engine, long own) {
        load.told(0, new RankReading(engine, 0, Double.NaN, second * SECOND), own);
    }

    private RankLoad at(long second) {
        return load.rank(0, second * SECOND);
    }

    @Test
    void nobodyIsAskedUntilSomebodyAsks() {
        assertThat(new WorkerLoad(1).watched()).isFalse();
        assertThat(load.watched()).isTrue();
        assertThat(load.status().state()).isEqualTo(PollState.PENDING);
    }

    @Test
    void rankThatWasNeverToldIsUnknown() {
        told(0, 1, 1);

        assertThat(load.rank(1, 0).freshness()).isEqualTo(Freshness.UNKNOWN);
        assertThat(load.rank(1, 0).fresh()).isNull();
    }

    @Test
    void readingIsStaleWhenItIsOlderThanTheLimit() {
        told(0, 4, 4);

        assertThat(at(10).freshness()).isEqualTo(Freshness.FRESH);
        assertThat(at(10).age()).isEqualTo(Duration.ofSeconds(10));
        assertThat(at(11).freshness()).isEqualTo(Freshness.STALE);
        assertThat(at(11).fresh()).isNull();
        assertThat(at(11).reading()).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, false",
        "2, 0, false",
        "3, 0, true",
        "0, 2, false",
        "0, 3, true",
        "125, 100, false",
        "126, 100, true",
        "50, 100, false",
        "49, 100, true",
        "480, 7, true"
    })
    void countsDisagreeBeyondNoise(long engine, long own, boolean disagree) {
        told(0, engine, own);

        assertThat(at(1).disagreeing().isZero()).isNotEqualTo(disagree);
    }

    @Test
    void disagreementLastsWhileEveryLookFindsIt() {
        for (int second = 0; second <= 30; second += 5) {
            told(second, 20 + second, 3);
            assertThat(at(second).forLong()).as("second " + second).isEqualTo(second >= 30);
        }
        assertThat(at(31).disagreeing()).isEqualTo(Duration.ofSeconds(31));
    }

    @Test
    void oneLookAtWhichTheyAgreeBeginsAnew() {
        for (int second = 0; second <= 60; second += 5) {
            told(second, second == 20 || second == 45 ? 3 : 20, 3);
            assertThat(at(second).forLong()).isFalse();
        }
    }

    @Test
    void disagreementTheOtherWayRoundBeginsAnew() {
        told(0, 20, 3);
        told(5, 3, 20);

        assertThat(at(6).disagreeing()).isEqualTo(Duration.ofSeconds(1));
    }

    /** Nobody knows whether they agreed meanwhile. */
    @Test
    void whatWasStaleInBetweenBeginsAnew() {
        told(0, 20, 3);
        assertThat(at(11).disagreeing()).isZero();

        told(40, 20, 3);
        assertThat(at(41).disagreeing()).isEqualTo(Duration.ofSeconds(1));
        assertThat(at(41).forLong()).isFalse();
    }
}
