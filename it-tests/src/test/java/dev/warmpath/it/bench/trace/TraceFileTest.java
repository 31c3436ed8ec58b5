package dev.warmpath.it.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {

    private static final String FIRST =
            "{\"timestamp\": 0, \"input_length\": 513, \"output_length\": 7, \"hash_ids\": [0, 1]}\n";

    @TempDir
    Path directory;

    @Test
    void readsThePublicFormatAndNamesATraceLikeItsFile() throws IOException {
        write("some_trace.jsonl", FIRST + line(3000, 10, 1, "[2]"));
        write("other.jsonl", FIRST);
        write("notes.txt", "no trace");

        assertThat(TraceFile.readAll(directory)).extracting(Trace::name).containsExactly("other", "some");
        Trace some = TraceFile.readAll(directory).get(1);
        assertThat(some.requests()).hasSize(2);
        TraceRequest second = some.requests().get(1);
        assertThat(second.arrivalMillis()).isEqualTo(3000);
        assertThat(second.inputTokens()).isEqualTo(10);
        assertThat(second.outputTokens()).isEqualTo(1);
        assertThat(second.blocks()).containsExactly(2);
        assertThat(some.millis()).isEqualTo(3000);
    }

    @Test
    void saysInWhichLineWhatIsWrong() throws IOException {
        refuses(FIRST + "{\"timestamp\": 1", "bad_trace.jsonl, line 2: ");
        refuses(FIRST + line(1, 10, 1, "7"), "bad_trace.jsonl, line 2: hash_ids is not a list");
        refuses(FIRST + line(1, 10, 1, "[\"x\"]"), "line 2: hash_ids is not a whole number");
        refuses(FIRST + line(1, 10, 1, "[1, 2]"), "line 2: 10 tokens are 1 blocks of 512, not 2");
        refuses(line(5, 10, 1, "[1]") + line(4, 10, 1, "[1]"), "line 2: arrives before the request above it");
        refuses("", "has no request");
    }

    @Test
    void aDirectoryWithoutTracesIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TraceFile.readAll(directory))
                .withMessageContaining("no *.jsonl in ");
    }

    @Test
    void whatIsNoDirectoryIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TraceFile.readAll(directory.resolve("nowhere")))
                .withMessageContaining("nowhere is not a directory");
    }

    private void refuses(String content, String message) throws IOException {
        Path file = write("bad_trace.jsonl", content);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TraceFile.read(file))
                .withMessageContaining(message);
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private static String line(int timestamp, int input, int output, String ids) {
        return "{\"timestamp\": " + timestamp + ", \"input_length\": " + input + ", \"output_length\": " + output
                + ", \"hash_ids\": " + ids + "}\n";
    }
}
