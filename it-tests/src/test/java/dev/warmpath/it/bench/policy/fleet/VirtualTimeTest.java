package dev.warmpath.it.bench.policy.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class VirtualTimeTest {

    private final VirtualTime time = new VirtualTime();
    private final List<String> done = new ArrayList<>();

    @Test
    void thingsHappenInTheOrderOfTheirTimeAndThenOfTheirPlanning() {
        plan(20, "late");
        plan(10, "first of two");
        plan(10, "second of two");
        plan(0, "at once");

        time.run();

        assertThat(done).containsExactly("at once 0", "first of two 10", "second of two 10", "late 20");
    }

    @Test
    void whatIsPlannedOnTheWayHappensToo() {
        time.after(5, () -> {
            plan(7, "from five");
            time.at(3, () -> done.add("of the past " + time.now()));
        });

        time.run();

        assertThat(done).containsExactly("of the past 5", "from five 12");
    }

    private void plan(long nanos, String name) {
        time.after(nanos, () -> done.add(name + " " + time.now()));
    }
}
