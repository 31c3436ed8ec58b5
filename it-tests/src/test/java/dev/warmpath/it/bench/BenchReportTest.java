package dev.warmpath.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.warmpath.it.bench.measure.BenchReport;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class BenchReportTest {

    @Test
    void tablesAreAlignedAndTheJsonIsTheLastLine() {
        BenchReport report = new BenchReport("choose", 7)
                .table("targets", "targets", "p50 µs", "p99 µs")
                .row("8", "1.25", "3.00")
                .row("1024", "11.50", "120.00");
        report.json().put("p99", 120.0);

        assertThat(printed(report).lines())
                .containsExactly(
                        "targets",
                        "  targets  p50 µs  p99 µs",
                        "  8          1.25    3.00",
                        "  1024      11.50  120.00",
                        "",
                        "{\"bench\":\"choose\",\"seed\":7,\"p99\":120.0}");
    }

    @Test
    void rowWithoutTableIsRefused() {
        assertThatIllegalStateException().isThrownBy(() -> new BenchReport("index", 1).row("x"));
    }

    private static String printed(BenchReport report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text));
        return text.toString();
    }
}
