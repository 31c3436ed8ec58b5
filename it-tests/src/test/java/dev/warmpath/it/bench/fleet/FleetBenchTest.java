package dev.warmpath.it.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.router.fleet.Removal;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.index.PrefixIndex;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** That the benchmark measures what it says, and that workers who leave take everything with them. */
class FleetBenchTest {

    /** Blocks, streams, sockets, threads, entries of maps, series of metrics: over real sockets. */
    @Test
    void workersThatComeAndGoLeaveNothingBehind() {
        try (RunningFleet fleet = new RunningFleet(new FleetSize(10, 8, 10), new SplittableRandom(5))) {
            Turnover turnover = new Turnover(fleet, 6);
            Footprint before = turnover.settled();
            assertThat(before.memberships()).isEqualTo(80L * RankEvents.PROMPT_BLOCKS);
            assertThat(before.streams()).isEqualTo(64);
            assertThat(before.workers()).isEqualTo(8);
            assertThat(before.slots()).isEqualTo(128);

            Footprint after = turnover.run(24, before);

            assertThat(after.memberships()).isEqualTo(before.memberships());
            assertThat(after.slots()).isEqualTo(before.slots());
            assertThat(after.streams()).isEqualTo(before.streams());
            assertThat(after.workers()).isEqualTo(before.workers());
            assertThat(after.lines()).isEqualTo(before.lines());
            assertThat(after.threads()).isLessThanOrEqualTo(before.threads());
            assertThat(after.descriptors()).isLessThanOrEqualTo(before.descriptors());
            assertThat(after.isBackAt(before)).isTrue();

            PrefixIndex index = fleet.parts().index;
            for (Worker worker : List.copyOf(fleet.parts().fleet.view().workers())) {
                fleet.parts().fleet.remove(worker.id(), Removal.ASKED).join();
            }
            for (int rank = fleet.connectedRanks(); rank < fleet.ranks(); rank++) {
                index.removeRank(fleet.index(rank));
            }
            index.expire(System.nanoTime() + Duration.ofMinutes(1).toNanos());
            assertThat(index.memberships()).isZero();
            assertThat(index.slots()).isZero();
            assertThat(index.bytes())
                    .isEqualTo(new PrefixIndex(IndexSettings.defaults(), Duration.ofSeconds(2)).bytes());
            assertThat(fleet.parts().streams.size()).isZero();
        }
    }

    @Test
    void everySizeIsMeasuredAndDrawn(@TempDir Path output) throws InterruptedException, IOException {
        JsonNode json = new FleetBench(new FleetSize(8, 4, 220_000), 400, 2, 5)
                .run(Duration.ofMillis(900), output)
                .json();

        assertThat(json.path("sizes"))
                .as("a sixteenth of 8 workers and a quarter are the same: the fewest that there may be")
                .hasSize(4)
                .doesNotHaveDuplicates();
        for (JsonNode cell : json.path("sizes")) {
            assertThat(cell.path("choices").intValue()).isPositive();
            assertThat(cell.path("events").intValue()).isPositive();
            assertThat(cell.path("chooseMicrosP99").doubleValue()).isPositive();
            assertThat(cell.path("visibleMillisP99").doubleValue()).isPositive();
            assertThat(cell.path("descriptors").longValue()).isPositive();
        }
        assertThat(json.path("workers").intValue()).isEqualTo(8);
        assertThat(json.path("turnover").path("workers").intValue()).isEqualTo(2);
        assertThat(output.resolve("fleet-workers.png")).isNotEmptyFile();
        assertThat(output.resolve("fleet-blocks.png")).isNotEmptyFile();
        assertThat(Files.readString(output.resolve("fleet.md"))).contains("| 8 | 0.2");
    }
}
