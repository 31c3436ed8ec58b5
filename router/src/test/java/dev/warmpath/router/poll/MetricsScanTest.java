package dev.warmpath.router.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.load.RankReading;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsScanTest {

    private static final WorkerSettings TWO_RANKS = worker(0, 2);

    static WorkerSettings worker(int dpStart, int dpSize) {
        return WorkerSettings.of(
                URI.create("http://10.0.0.1:8000"),
                Role.MIXED,
                Engine.VLLM,
                Protocol.NONE,
                List.of("m"),
                "default",
                dpSize,
                dpStart,
                16);
    }

    private static byte[] page(String name) throws IOException {
        try (InputStream in = MetricsScanTest.class.getResourceAsStream(name)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }

    private static Map<Integer, RankReading> scan(String page) {
        MetricsScan scan = new MetricsScan();
        scan.take(page.getBytes(StandardCharsets.UTF_8));
        return scan.end().of(TWO_RANKS, 7);
    }

    /** Pages of the Python client, which vLLM uses; their families by reason and of histograms are not taken for the load. */
    @ParameterizedTest
    @ValueSource(strings = {"vllm-metrics.txt", "vllm-openmetrics.txt"})
    void loadIsReadByRank(String name) throws IOException {
        MetricsScan scan = new MetricsScan();
        scan.take(page(name));

        assertThat(scan.end().of(TWO_RANKS, 7))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        0, new RankReading(3, 0, 0.0625, 7),
                        1, new RankReading(12, 250_000, 1, 7)));
    }

    @Test
    void partsMayBeginAnywhere() throws IOException {
        byte[] page = page("vllm-metrics.txt");
        MetricsScan whole = new MetricsScan();
        whole.take(page);
        Map<Integer, RankReading> expected = whole.end().of(TWO_RANKS, 0);

        for (int cut = 0; cut <= page.length; cut++) {
            MetricsScan scan = new MetricsScan();
            scan.take(Arrays.copyOfRange(page, 0, cut));
            scan.take(Arrays.copyOfRange(page, cut, page.length));
            assertThat(scan.end().of(TWO_RANKS, 0)).as("cut at " + cut).isEqualTo(expected);
        }
    }

    @Test
    void nameOfTheCacheBefore010AndRowsWithoutLabelsAndWithoutLastNewlineAreRead() {
        assertThat(scan("vllm:num_requests_running 2\nvllm:num_requests_waiting 1e0 1700000000000\n"
                        + "vllm:gpu_cache_usage_perc 0.5"))
                .containsExactly(Map.entry(0, new RankReading(2, 1, 0.5, 7)));
    }

    @Test
    void modelsOfOneRankAreAddedUpAndTheFullestCacheCounts() {
        assertThat(scan("""
                        vllm:num_requests_running{engine="0",model_name="a"} 2.0
                        vllm:num_requests_running{engine="0",model_name="b"} 3.0
                        vllm:num_requests_waiting{engine="0",model_name="a"} 1.0
                        vllm:kv_cache_usage_perc{engine="0",model_name="a"} 0.75
                        vllm:kv_cache_usage_perc{engine="0",model_name="b"} 0.25
                        """)).containsExactly(Map.entry(0, new RankReading(5, 1, 0.75, 7)));
    }

    @Test
    void rankOfWhichOnlyHalfIsToldHasNoReading() {
        assertThat(scan("vllm:num_requests_running{engine=\"0\"} 2.0\n")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "vllm:num_requests_running{engine=\"0\"} NaN",
                "vllm:num_requests_running{engine=\"0\"} +Inf",
                "vllm:num_requests_running{engine=\"0\"} -1",
                "vllm:num_requests_running{engine=\"0\"} many",
                "vllm:num_requests_running{engine=\"0\"}",
                "vllm:num_requests_running{engine=\"0",
                "vllm:num_requests_running{engine=\"zero\"} 1",
                "vllm:num_requests_running{engine} 1",
                "vllm:num_requests_running{",
                "vllm:num_requests_running",
                "vllm:num_requests_running_total{engine=\"0\"} 1",
                "vllm:",
                "<html>"
            })
    void rowThatTellsNoNumberIsLeftOut(String row) {
        assertThat(scan(row + "\nvllm:num_requests_waiting{engine=\"0\"} 1\n")).isEmpty();
    }

    /** An endless line costs the memory of a usual one, and the rows after it are read. */
    @Test
    void lineThatIsTooLongIsLeftOut() {
        String endless = "vllm:num_requests_running{engine=\"0\",x=\"" + "y".repeat(1 << 20) + "\"} 9\n";

        assertThat(scan(endless + "vllm:num_requests_running 1\nvllm:num_requests_waiting 0\n"))
                .containsExactly(Map.entry(0, new RankReading(1, 0, Double.NaN, 7)));
    }

    @Test
    void moreRanksThanThereCanBeAreNotRemembered() {
        StringBuilder page = new StringBuilder();
        for (int rank = 0; rank < 10_000; rank++) {
            page.append("vllm:num_requests_running{engine=\"").append(rank).append("\"} 1\n");
            page.append("vllm:num_requests_waiting{engine=\"").append(rank).append("\"} 1\n");
        }
        MetricsScan scan = new MetricsScan();
        scan.take(page.toString().getBytes(StandardCharsets.UTF_8));

        assertThat(scan.end().of(worker(0, 10_000), 0)).hasSize(4096);
    }
}
