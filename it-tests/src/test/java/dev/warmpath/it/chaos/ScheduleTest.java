package dev.warmpath.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Disruptions follow from the seed alone. */
class ScheduleTest {

    private static List<Disruption> of(long seed) {
        return Schedule.of(new ChaosSize(seed, 60, 1), 14, 2);
    }

    @Test
    void sameSeedSameSchedule() {
        assertThat(of(7)).isEqualTo(of(7)).isNotEqualTo(of(8));
    }

    @Test
    void aMinuteHasEveryKind() {
        assertThat(of(7).stream().map(Disruption::kind).collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(Disruption.Kind.values());
    }

    @Test
    void anEngineIsInOneTroubleAtATimeAndOutOfItBeforeTheEnd() {
        List<Disruption> all = of(7);
        assertThat(all)
                .allSatisfy(disruption -> assertThat(disruption.endMillis()).isLessThan(60_000));
        for (Disruption first : all) {
            assertThat(all)
                    .filteredOn(other -> other.engine() == first.engine() && other.atMillis() > first.atMillis())
                    .allSatisfy(other -> assertThat(other.atMillis()).isGreaterThan(first.endMillis()));
        }
    }
}
