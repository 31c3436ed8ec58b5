package dev.warmpath.router.disagg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Scenario 47. */
class BootstrapRoomsTest {

    @Test
    void roomsAreDistinctInRangeAndCongruentToTheRank() {
        BootstrapRooms rooms = new BootstrapRooms(new Random(47));
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            int dpSize = 1 + i % 16;
            int rank = i % dpSize;
            long room = rooms.draw(dpSize, rank);
            assertThat(room).isBetween(0L, Long.MAX_VALUE - 65_536);
            assertThat(room % dpSize).isEqualTo(rank);
            assertThat(seen.add(room)).isTrue();
        }
        assertThat(seen).anyMatch(room -> room > 1L << 53);
    }
}
