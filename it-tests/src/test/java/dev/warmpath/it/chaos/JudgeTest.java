package dev.warmpath.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.it.chaos.ClientAnswer.Ending;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the judge finds where no engine is known to have got the request. Runs with engines are {@link ChaosIT}'s. */
class JudgeTest {

    private static final String ERROR = "{\"error\":{\"message\":\"no worker\",\"code\":\"no_worker\"}}";

    private final Judge judge = new Judge();

    private static ClientAnswer answer(int status, String body, Ending ending) {
        return new ClientAnswer(status, body.getBytes(StandardCharsets.UTF_8), 1, ending, 0);
    }

    @Test
    void anAnswerThatNoEngineGaveIsAltered() {
        assertThat(judge.findings(true, answer(200, "data: {}\n\ndata: [DONE]\n\n", Ending.WHOLE), List.of()))
                .containsExactly(Finding.ALTERED);
    }

    @Test
    void aWholeStreamNeedsItsEnd() {
        assertThat(judge.findings(true, answer(200, "data: {}\n\n", Ending.WHOLE), List.of()))
                .contains(Finding.INCOMPLETE);
    }

    @Test
    void aFailureIsGoodOnlyWithAName() {
        assertThat(judge.findings(true, answer(503, ERROR, Ending.WHOLE), List.of()))
                .isEmpty();
        assertThat(judge.findings(true, answer(503, "", Ending.WHOLE), List.of()))
                .containsExactly(Finding.UNNAMED_FAILURE);
        assertThat(judge.findings(true, answer(0, "", Ending.BROKEN), List.of()))
                .containsExactly(Finding.UNNAMED_FAILURE);
    }

    @Test
    void aFailureOfTheRouterItselfIsNone() {
        assertThat(judge.findings(true, answer(500, ERROR, Ending.WHOLE), List.of()))
                .containsExactly(Finding.ROUTER_ERROR);
        assertThat(judge.findings(true, answer(400, ERROR, Ending.WHOLE), List.of()))
                .containsExactly(Finding.ROUTER_ERROR);
    }

    @Test
    void aStreamThatBreaksOffSaysSo() {
        assertThat(judge.findings(true, answer(200, "data: " + ERROR + "\n\n", Ending.BROKEN), List.of()))
                .isEmpty();
        assertThat(judge.findings(true, answer(200, "data: {}\n\n", Ending.BROKEN), List.of()))
                .contains(Finding.UNNAMED_FAILURE);
    }

    @Test
    void waitingForEverIsAFinding() {
        assertThat(judge.findings(true, answer(0, "", Ending.HUNG), List.of())).containsExactly(Finding.HUNG);
    }
}
