package dev.warmpath.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The chaos run in its short form. {@code -Dchaos.seconds}, {@code -Dchaos.seed} and {@code -Dchaos.streams} make it
 * another; {@code bin/warmpath bench chaos} is the long form.
 */
class ChaosIT {

    private static final int SECONDS = 20;
    private static final int STREAMS = 100;
    private static final long SEED = 20_260_730L;

    @Test
    @Timeout(900)
    void everyAnswerIsExactOrNamesItsErrorAndNothingIsLeftBehind() {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        ChaosSize size = new ChaosSize(
                Long.getLong("chaos.seed", SEED),
                Integer.getInteger("chaos.seconds", SECONDS),
                Integer.getInteger("chaos.streams", STREAMS));

        Verdict verdict = new ChaosRun(size, out).run();

        verdict.print(out);
        assertThat(verdict.passed()).as(text.toString()).isTrue();
    }
}
