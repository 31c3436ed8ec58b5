package dev.warmpath.router.poll;

import static dev.warmpath.router.poll.MetricsScanTest.worker;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.router.load.RankReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadsAnswerTest {

    private static final String TWO = """
            {"timestamp": "2026-11-30T12:00:00+00:00", "version": "0.5.17", "accelerator": null, "num_accelerators": 1,
             "loads": [
              {"dp_rank": 4, "num_running_reqs": 7, "num_waiting_reqs": 2, "num_used_tokens": 100, "token_usage": 0.25,
               "disaggregation": {"mode": "prefill", "prefill_inflight_queue_reqs": 3, "decode_transfer_queue_reqs": 0}},
              {"dp_rank": 5, "num_running_reqs": 0, "num_waiting_reqs": 0, "token_usage": 0.0}]}
            """;

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void loadsAreReadByRankWithWhatIsBeingHandedOver() throws IOException {
        assertThat(LoadsAnswer.loads(bytes(TWO)).of(worker(4, 2), 7))
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(0, new RankReading(10, 2, 0.25, 7), 1, new RankReading(0, 0, 0, 7)));
    }

    @Test
    void reportOfOlderReleasesCountsWaitingRequestsTwice() throws IOException {
        String old = "[{\"dp_rank\":0,\"num_reqs\":9,\"num_waiting_reqs\":4,\"num_tokens\":1000,"
                + "\"num_pending_tokens\":10,\"ts_tic\":12.5}]";

        assertThat(LoadsAnswer.getLoad(bytes(old)).of(worker(0, 1), 7))
                .containsExactly(Map.entry(0, new RankReading(5, 4, Double.NaN, 7)));
    }

    /** A node that owns higher ranks may count them as the deployment does or as its own. */
    @Test
    void ranksAreCountedAsTheEngineCountsThem() throws IOException {
        assertThat(LoadsAnswer.loads(bytes(TWO)).of(worker(5, 1), 7)).containsOnlyKeys(0);
        assertThat(LoadsAnswer.loads(bytes(TWO.replace("\"dp_rank\": 4", "\"dp_rank\": 0")
                                .replace("\"dp_rank\": 5", "\"dp_rank\": 1")))
                        .of(worker(8, 2), 7))
                .containsOnlyKeys(0, 1);
        assertThat(LoadsAnswer.loads(bytes(TWO)).of(worker(8, 2), 7)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "nonsense",
                "[]",
                "{}",
                "{\"loads\":{}}",
                "{\"loads\":[7]}",
                "{\"loads\":[{\"dp_rank\":0,\"num_running_reqs\":1}]}",
                "{\"loads\":[{\"dp_rank\":0,\"num_running_reqs\":-1,\"num_waiting_reqs\":0}]}",
                "{\"loads\":[{\"dp_rank\":0,\"num_running_reqs\":\"1\",\"num_waiting_reqs\":0}]}",
                // 2^32 is no other name of rank 0
                "{\"loads\":[{\"dp_rank\":4294967296,\"num_running_reqs\":1,\"num_waiting_reqs\":0}]}",
                "{\"loads\":[{\"dp_rank\":\"first\",\"num_running_reqs\":1,\"num_waiting_reqs\":0}]}"
            })
    void answerThatTellsNoLoadIsUnreadable(String answer) {
        assertThatThrownBy(() -> LoadsAnswer.loads(bytes(answer))).isInstanceOf(Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.5", "1.5", "1e308", "1e400", "-1e400"})
    void usageThatIsNoShareIsLeftOut(String usage) throws IOException {
        String answer = "{\"loads\":[{\"num_running_reqs\":1,\"num_waiting_reqs\":2,\"token_usage\":" + usage + "}]}";

        assertThat(LoadsAnswer.loads(bytes(answer)).of(worker(0, 1), 7))
                .containsExactly(Map.entry(0, new RankReading(1, 2, Double.NaN, 7)));
    }

    @Test
    void oldAnswerThatTellsNoLoadIsUnreadable() {
        assertThatThrownBy(() -> LoadsAnswer.getLoad(bytes("{\"waiting\":0}"))).isInstanceOf(Unreadable.class);
    }

    @Test
    void nestingIsBounded() {
        assertThatThrownBy(() -> LoadsAnswer.loads(bytes("[".repeat(100_000)))).isInstanceOf(Unreadable.class);
    }
}
