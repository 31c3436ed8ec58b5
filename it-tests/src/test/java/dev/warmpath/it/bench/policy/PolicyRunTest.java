package dev.warmpath.it.bench.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.it.bench.policy.fleet.FleetModel;
import dev.warmpath.it.bench.trace.GeneratedCorpus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code bench policy} promises of the router's choice, on corpora small enough for a test. */
class PolicyRunTest {

    private static final long SEED = 42;
    private static final int REQUESTS = 800;

    /** A few ranks, so that few requests keep them busy, and large blocks, which are soon simulated. */
    private static final FleetModel MODEL = FleetModel.usual(512).withRanks(3, 2);

    private static final List<Double> LOADS = List.of(0.2, Goal.BUSY);

    @TempDir
    Path directory;

    /**
     * Where caches can save a third of the work at most, it takes more requests than these until the queues of a rule that
     * does not use them have grown: there that goal is left to the whole run.
     */
    @ParameterizedTest
    @CsvSource({"conversation, 5", "synthetic, 6"})
    void theLawReachesItsGoals(String corpus, int count) throws InterruptedException {
        PolicyRun run = new PolicyRun(MODEL, GeneratedCorpus.of(corpus, REQUESTS, SEED), SEED);

        List<Goal> goals = Goal.of(run.compare(LOADS), run.workload().oracle().hitRatio());

        assertThat(goals).as("one for hits, one for queues, two for each load").hasSize(6);
        assertThat(goals.stream()
                        .filter(goal -> count == 6 || goal.bound() != Goal.MOST_OF_LEAST_LOADED)
                        .toList())
                .as("of seed %d", SEED)
                .hasSize(count)
                .allMatch(Goal::reached);
    }

    @Test
    void theSameSeedBringsTheSameNumbers() throws InterruptedException {
        List<Cell> once = small().compare(List.of(0.9));
        List<Cell> again = small().compare(List.of(0.9));

        assertThat(again).isEqualTo(once);
        assertThat(once).extracting(cell -> cell.result().firstToken().p90()).doesNotHaveDuplicates();
    }

    @Test
    void writesAPageAndItsCharts() throws InterruptedException, IOException {
        PolicyRun run = small();
        PolicyFindings findings = new PolicyFindings(
                run.workload().trace(),
                run.workload().oracle().hitRatio(),
                run.workload().utilisation(),
                run.compare(List.of(0.5)),
                run.sweepPrefill(List.of(0.5), List.of(0.0, 20.0)),
                run.sweepDecode(List.of(0.5), List.of(0.0, 2.0)),
                run.skipPrefill(List.of(0.5), PolicyRun.SKIPS));

        new PolicyPage(directory, MODEL, SEED).write(findings);

        String base = "policy-generated-conversation";
        assertThat(Files.readString(directory.resolve(base + ".md")))
                .contains(
                        "| 0.50 | law |",
                        "| 0.50 | 20.0 |",
                        "(" + base + ".png)",
                        "first token p90 / best other's",
                        "| 0.50 | off | 0.000 |");
        for (String chart : List.of(base, base + "-prefill-weight", base + "-decode-weight")) {
            assertThat(ImageIO.read(directory.resolve(chart + ".png").toFile()).getWidth())
                    .as(chart)
                    .isEqualTo(900);
        }
    }

    @Test
    void goingStraightToDecodeSavesHandOffs() throws InterruptedException {
        List<SkipCell> cells = small().skipPrefill(List.of(0.5), PolicyRun.SKIPS);

        assertThat(cells).extracting(SkipCell::name).first().isEqualTo("off");
        assertThat(cells.get(0).result().straight()).isZero();
        assertThat(cells.get(2).result().straight())
                .isGreaterThan(cells.get(1).result().straight());
        assertThat(cells).extracting(cell -> cell.result().answered()).containsOnly(250L);
    }

    private static PolicyRun small() {
        return new PolicyRun(MODEL, GeneratedCorpus.of("conversation", 250, SEED), SEED);
    }
}
