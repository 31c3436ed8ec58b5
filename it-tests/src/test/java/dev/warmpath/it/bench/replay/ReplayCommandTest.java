package dev.warmpath.it.bench.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.router.cli.Main;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The restart-and-replay check says yes only where a lower tier served. */
@Timeout(60)
class ReplayCommandTest {

    /** Of 64 tokens, four blocks, three of which an engine takes from a cache. */
    private static final int PROMPTS = 4;

    private static final int BLOCKS = 4 * PROMPTS;
    private static final int TAKEN = 3 * PROMPTS;

    private final StringWriter out = new StringWriter();

    private int run(String... more) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(new StringWriter()));
        String[] args = {"bench", "replay", "--prompts", "" + PROMPTS, "--prompt-tokens", "64"};
        String[] all = new String[args.length + more.length];
        System.arraycopy(args, 0, all, 0, args.length);
        System.arraycopy(more, 0, all, args.length, more.length);
        return line.execute(all);
    }

    private JsonNode lastLine() throws IOException {
        String text = out.toString().strip();
        return new ObjectMapper().readTree(text.substring(text.lastIndexOf('\n') + 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sglang", "vllm"})
    void tierThatSurvivesTheRestartIsCreditedAndReadAndNotWrittenAgain(String engine) throws IOException {
        assertThat(run("--engine", engine)).as(out.toString()).isZero();

        assertThat(out.toString()).startsWith("pass: ");
        JsonNode found = lastLine();
        assertThat(found.path("status").asText()).isEqualTo("pass");
        assertThat(found.path("filledStoredBlocks").asInt()).isEqualTo(BLOCKS);
        assertThat(found.path("emptiedDeviceBlocks").asInt()).isZero();
        assertThat(found.path("creditedBlocks").path("device").asInt()).isZero();
        assertThat(found.path("creditedBlocks").path("disk").asInt()).isEqualTo(BLOCKS);
        assertThat(found.path("readBlocks").asInt()).isEqualTo(TAKEN);
        assertThat(found.path("newStoredBlocks").asInt()).isZero();
        assertThat(found.path("cachedTokens").asInt()).isEqualTo(TAKEN * ReplayPlan.BLOCK_SIZE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sglang", "vllm"})
    void withoutALowerTierNothingIsServedFromItAndTheCheckFails(String engine) throws IOException {
        assertThat(run("--no-tiers", "--engine", engine)).isEqualTo(1);

        assertThat(out.toString()).startsWith("fail: ").contains("nothing was served from the lower tier");
        JsonNode found = lastLine();
        assertThat(found.path("status").asText()).isEqualTo("fail");
        assertThat(found.path("readBlocks").asInt()).isZero();
        assertThat(found.path("cachedTokens").asInt()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--workers=0", "--prompts=0", "--prompt-tokens=31", "--engine=other"})
    void wrongUsageIsNoVerdict(String option) {
        assertThat(run(option)).isEqualTo(CommandLine.ExitCode.USAGE);
    }
}
