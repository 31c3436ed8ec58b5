package dev.warmpath.router.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TokensCommandTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path directory = Path.of("");

    @BeforeEach
    void unpackTheModel() throws IOException {
        DemoModel.unpack(directory);
    }

    private int run(String engine, String... requests) throws IOException {
        Path file = Files.writeString(directory.resolve("requests.jsonl"), String.join("\n", requests));
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute("tokens", "--model", directory.toString(), "--engine", engine, file.toString());
    }

    private List<JsonNode> answers() throws IOException {
        List<JsonNode> answers = new ArrayList<>();
        for (String line : out.toString().lines().toList()) {
            answers.add(JSON.readTree(line));
        }
        return answers;
    }

    @Test
    void eachRequestIsAnsweredWithTokensAndText() throws IOException {
        String prompt = "{\"model\":\"any\",\"prompt\":\"snow \u2603\"}";
        String chat = "{\"model\":\"other\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
        assertThat(run("vllm", prompt, "", chat)).isZero();

        List<JsonNode> answers = answers();
        assertThat(answers).hasSize(2);
        assertThat(answers.get(0).path("text").textValue()).isEqualTo("snow \u2603");
        assertThat(answers.get(0).path("tokens")).isNotEmpty();
        assertThat(answers.get(1).path("text").textValue()).contains("hi").isNotEqualTo("hi");
        assertThat(out.toString()).as("ASCII, whatever the locale").matches("\\p{ASCII}*");
    }

    @Test
    void theEngineDecidesHowPartsAreJoined() throws IOException {
        String parts = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":"
                + "[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"text\",\"text\":\"two\"}]}]}";
        run("vllm", parts);
        run("sglang", parts);
        assertThat(answers().get(0).path("text").textValue()).contains("one\ntwo");
        assertThat(answers().get(1).path("text").textValue()).contains("one two");
    }

    @Test
    void tokenIdsAreUsedAsTheyAreAndUnsigned() throws IOException {
        assertThat(run("sglang", "{\"model\":\"m\",\"prompt\":[1,4294967295]}")).isZero();
        assertThat(answers().get(0).path("tokens").toString()).isEqualTo("[1,4294967295]");
        assertThat(answers().get(0).path("text").isNull()).isTrue();
    }

    @Test
    void aRequestWithoutTokensSaysWhyAndTheNextIsStillAnswered() throws IOException {
        String image = "{\"model\":\"m\",\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"image_url\"}]}]}";
        assertThat(run("vllm", image, "{\"model\":\"m\"}", "no JSON", "{\"model\":\"m\",\"prompt\":\"x\"}"))
                .isEqualTo(1);
        List<JsonNode> answers = answers();
        assertThat(answers.get(0).path("unhashed").textValue()).isEqualTo("unsupported_content");
        assertThat(answers.get(0).path("detail").textValue()).contains("not text");
        assertThat(answers.get(1).path("param").textValue()).isEqualTo("prompt");
        assertThat(answers.get(2).path("error").textValue()).contains("JSON");
        assertThat(answers.get(3).path("tokens")).isNotEmpty();
    }

    @Test
    void aModelThatDoesNotLoadIsNamed() throws IOException {
        Files.delete(directory.resolve("tokenizer.json"));
        assertThat(run("vllm", "{\"model\":\"m\",\"prompt\":\"x\"}")).isEqualTo(Main.USAGE);
        assertThat(err.toString()).contains("tokenizer.json", "no such file");
        assertThat(out.toString()).isEmpty();
    }
}
