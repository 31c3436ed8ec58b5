package dev.warmpath.it.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.router.fleet.worker.Worker;
import dev.warmpath.scorer.choice.OverlapWeights;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bodies of the admin port: refused whole, with a reason, and nothing changed; or taken, and the change is seen. */
@Timeout(600)
class AdminBodyFuzzIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> WEIGHTS = Corpus.lines("weights.jsonl");
    private static final List<String> WORKERS = Corpus.lines("workers.jsonl");

    @TempDir
    private Path directory = Path.of("");

    private int taken;
    private int refused;

    @Test
    void weightsAreChangedByGoodBodiesOnly() throws Exception {
        try (FuzzedRouter fuzzed = FuzzedRouter.start(directory, Protocol.NONE)) {
            FuzzRun.of(500, random -> weights(fuzzed, random));
            fuzzed.isQuiet();
        }
        bothWereTried();
    }

    private void weights(FuzzedRouter fuzzed, Random random) throws Exception {
        OverlapWeights before = fuzzed.router().chooser().weights();

        HttpResponse<byte[]> answer = fuzzed.admin("PUT", "/admin/weights", changed(random, WEIGHTS));

        OverlapWeights after = fuzzed.router().chooser().weights();
        if (answer.statusCode() == 200) {
            taken++;
            assertThat(JSON.readTree(answer.body())
                            .at("/prefill/overlap_weight")
                            .doubleValue())
                    .isEqualTo(after.prefill())
                    .isBetween(-0.0, Double.MAX_VALUE);
            assertThat(after.decode()).isBetween(-0.0, Double.MAX_VALUE);
        } else {
            refused++;
            FuzzedRouter.isProperRefusal(answer);
            assertThat(after).isEqualTo(before);
        }
    }

    @Test
    void workersJoinByGoodBodiesOnlyAndLeaveNothing() throws Exception {
        try (FuzzedRouter fuzzed = FuzzedRouter.start(directory, Protocol.NONE)) {
            FuzzRun.of(150, random -> workers(fuzzed, random));
            fuzzed.isQuiet();
        }
        bothWereTried();
    }

    private void workers(FuzzedRouter fuzzed, Random random) throws Exception {
        Set<String> before = ids(fuzzed);

        HttpResponse<byte[]> answer = fuzzed.admin("POST", "/admin/workers", changed(random, WORKERS));

        Set<String> joined = ids(fuzzed);
        joined.removeAll(before);
        if (answer.statusCode() == 201) {
            taken++;
            assertThat(joined).hasSize(1);
            for (String id : joined) {
                String path = "/admin/workers/" + URLEncoder.encode(id, UTF_8);
                assertThat(fuzzed.admin("DELETE", path, new byte[0]).statusCode())
                        .isEqualTo(204);
            }
        } else {
            refused++;
            FuzzedRouter.isProperRefusal(answer);
        }
        assertThat(ids(fuzzed)).isEqualTo(before);
    }

    private static Set<String> ids(FuzzedRouter fuzzed) {
        return fuzzed.router().fleet().view().workers().stream()
                .map(Worker::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static byte[] changed(Random random, List<String> from) {
        String body = from.get(random.nextInt(from.size()));
        byte[] changed = new OddJson(random).changed(body);
        return random.nextInt(4) == 0
                ? new Bytes(random, List.of("\"\\ud800\"".getBytes(UTF_8))).damaged(changed)
                : changed;
    }

    private void bothWereTried() {
        FuzzRun.cameTo(() -> {
            assertThat(taken).as("taken").isPositive();
            assertThat(refused).as("refused").isGreaterThan(20);
        });
    }
}
