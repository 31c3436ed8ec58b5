package dev.warmpath.router.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.KnownObjects;
import dev.warmpath.router.endpoint.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What is remembered of earlier turns changes what the next one costs, never what it is: its tokens and hashes are those
 * of a router that remembers nothing. Conversations grow, are sent again, edited in the middle, written in other JSON with
 * members that are there twice, sent to another model and with tools, and end in the middle of an answer; their texts hold
 * special tokens, whole and cut short.
 */
class NextTurnTest {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private static final ObjectWriter[] WRITERS = {
        JSON.writer(), JSON.writerWithDefaultPrettyPrinter(), JSON.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII)
    };

    private static final String[] ROLES = {"user", "assistant", "tool", "user", "assistant"};

    /** What contents are made of, the long ones most of the time. */
    private static final String[] TEXTS = {
        "The router holds the cache of every worker in view, and sends a request where most of it is. ".repeat(4),
        "{\"name\": \"lookup\", \"arguments\": {\"id\": 12345}}\n".repeat(9),
        "кэш уже прогрет, 缓存命中率很高 \ud83d\udc4d ".repeat(20),
        "naïve café\t".repeat(40),
        "yes",
        "",
        " ",
        "\n\n",
        "<|im_end|>",
        "<|im_",
        "start|>",
        "<|",
        "<think>\nit was asked before\n</think>\n\n"
    };

    /** As demo, but with what real templates do: sums, earlier reasoning left out, contents trimmed. */
    private static final String STRIPPING = "{%- for m in messages -%}{%- set text = m.content if m.content is string"
            + " else (m.content | map(attribute='text') | join) -%}{%- if m.role == 'assistant' and '</think>' in text and"
            + " not loop.last -%}{%- set text = text.split('</think>')[-1].lstrip('\\n"
            + "') -%}{%- endif -%}{{- '<|im_start|>' + m.role + '\\n"
            + "' + (text | trim if loop.index is odd else text) + '<|im_end|>' + '\\n"
            + "' -}}{%- endfor -%}{{- '<|im_start|>assistant\\n"
            + "' -}}";

    /** No special token between messages, so that all of them are in one piece; the last one is said twice. */
    private static final String UNCUT = "{{- bos_token -}}{%- for m in messages -%}"
            + "{%- set text = m.content if m.content is string else (m.content | map(attribute='text') | join) -%}"
            + "{{- m.role ~ ': ' ~ text ~ (text if loop.last else '') -}}{%- endfor -%}";

    /** Each message is printed by what stands outside of it, which is another thing in the next request. */
    private static final String ASKING = "{%- set asked = true if tools else false -%}"
            + "{%- macro text_of(m, mark='tools' if asked else '') -%}"
            + "{{- mark ~ (m.content if m.content is string else (m.content | map(attribute='text') | join)) -}}"
            + "{%- endmacro -%}{%- for m in messages -%}"
            + "{{- '<|im_start|>' + m.role + (' again' if asked and not loop.first else '') + '\\n' -}}"
            + "{{- text_of(m) -}}{{- '<|im_end|>\\n' -}}{%- endfor -%}"
            + "{%- for m in messages -%}{%- if loop.last -%}{{- '<|im_start|>' + m.role -}}{%- endif -%}{%- endfor -%}";

    /** Of another model. */
    private static final String OTHER = "{%- for m in messages -%}"
            + "{%- set text = m.content if m.content is string else (m.content | map(attribute='text') | join) -%}"
            + "{{- loop.index ~ '<|im_start|>' ~ (m.role | upper) ~ ' ' ~ text ~ '<|im_end|>' -}}{%- endfor -%}"
            + "{%- if tools -%}{{- tools | tojson -}}{%- endif -%}";

    /** The middle of a special token before each message's text, and more of it behind. */
    private static final String TORN = "{%- for m in messages -%}"
            + "{%- set text = m.content if m.content is string else (m.content | map(attribute='text') | join) -%}"
            + "{{- '<|im_start|>' ~ m.role ~ '<|im_' ~ text ~ '<|im_end|>' -}}{%- endfor -%}";

    @TempDir
    Path directory;

    private static PromptPipeline pipeline(Path model, long cacheBytes, int atOnceBytes) {
        PromptSettings defaults = PromptSettings.defaults().withTimeout(Duration.ofMinutes(5));
        PromptSettings settings = new PromptSettings(
                1,
                defaults.queue(),
                defaults.longPromptBytes(),
                atOnceBytes,
                cacheBytes,
                defaults.timeout(),
                defaults.maxPromptChars(),
                defaults.nativeMemoryBytes(),
                defaults.maxTemplateLoops(),
                defaults.maxTemplateOutputBytes(),
                defaults.maxTemplateDepth());
        // Of the same tokens and with another template, from the same memory.
        Path other = model.resolveSibling("other");
        List<ModelSettings> models = Files.exists(other)
                ? List.of(TestPrompts.demo(model), new ModelSettings("other", other, false))
                : List.of(TestPrompts.demo(model));
        return new PromptPipeline(settings, models);
    }

    private Path model(String template) throws IOException {
        Path model = DemoModel.unpack(Files.createDirectory(directory.resolve("demo")));
        if (!template.equals("demo")) {
            String source = switch (template) {
                case "stripping" -> STRIPPING;
                case "uncut" -> UNCUT;
                case "asking" -> ASKING;
                default -> TORN;
            };
            Files.writeString(model.resolve("chat_template.jinja"), source);
        }
        return model;
    }

    /** With a memory that holds all, and with one that forgets while it is used. */
    @ParameterizedTest
    @CsvSource({
        "demo,8388608",
        "demo,60000",
        "stripping,8388608",
        "stripping,60000",
        "uncut,8388608",
        "torn,8388608",
        "asking,8388608",
        "asking,60000"
    })
    void hasTheTokensAndHashesOfARouterThatRemembersNothing(String template, long cacheBytes) throws Exception {
        long seed = 41_000L + template.hashCode() + cacheBytes;
        Random random = new Random(seed);
        Path model = model(template);
        Path other = DemoModel.unpack(Files.createDirectory(directory.resolve("other")));
        Files.writeString(other.resolve("chat_template.jinja"), OTHER);
        try (PromptPipeline remembering = pipeline(model, cacheBytes, 16 << 10);
                PromptPipeline forgetful = pipeline(model, 0, 0)) {
            List<ArrayNode> chats = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                chats.add(JSON.createArrayNode());
                say(chats.get(i), "system", random);
            }
            for (int turn = 0; turn < 100; turn++) {
                ArrayNode chat = chats.get(random.nextInt(chats.size()));
                change(chat, chats, random);
                Engine engine = random.nextInt(4) == 0 ? Engine.SGLANG : Engine.VLLM;
                GenerationRequest request = request(chat, engine, random, remembering.knownMessages());
                String as = "seed " + seed + ", turn " + turn;

                PromptReading expected = forgetful.read(request, engine).get(60, TimeUnit.SECONDS);
                PromptReading seen = remembering.read(request, engine).get(60, TimeUnit.SECONDS);

                if (expected instanceof PromptReading.Tokens tokens) {
                    assertThat(seen).as(as).isInstanceOf(PromptReading.Tokens.class);
                    assertThat(((PromptReading.Tokens) seen).text()).as(as).isEqualTo(tokens.text());
                    assertThat(((PromptReading.Tokens) seen).ids()).as(as).containsExactly(tokens.ids());
                } else {
                    assertThat(seen).as(as).isEqualTo(expected);
                }
                assertThat(chain(remembering, request, engine))
                        .as(as)
                        .containsExactly(chain(forgetful, request, engine));
            }
            assertThat(remembering.stats().messageHits())
                    .as("messages that were remembered")
                    .isPositive();
            assertThat(forgetful.stats().messageHits()).as("without a memory").isZero();
        }
    }

    private static long[] chain(PromptPipeline pipeline, GenerationRequest request, Engine engine) throws Exception {
        return TestPrompts.await(pipeline.hash(request, new int[] {16}, engine)).chain(16);
    }

    /** Goes on, or changes what was said. */
    private static void change(ArrayNode chat, List<ArrayNode> chats, Random random) {
        switch (random.nextInt(10)) {
            case 0 -> {
                // Sent again as it was.
            }
            case 1 -> {
                ObjectNode message = (ObjectNode) chat.get(random.nextInt(chat.size()));
                message.put("content", text(random));
            }
            case 2 -> {
                if (chat.size() > 2) {
                    chat.remove(1 + random.nextInt(chat.size() - 1));
                }
            }
            case 3 -> {
                // Another conversation's message, word for word.
                ArrayNode other = chats.get(random.nextInt(chats.size()));
                chat.add(other.get(random.nextInt(other.size())).deepCopy());
            }
            default -> {
                say(chat, ROLES[random.nextInt(ROLES.length)], random);
                say(chat, "user", random);
            }
        }
        while (chat.size() > 16) {
            chat.remove(1);
        }
    }

    private static void say(ArrayNode chat, String role, Random random) {
        ObjectNode message = chat.addObject().put("role", role);
        if (random.nextInt(5) == 0) {
            ArrayNode parts = message.putArray("content");
            for (int i = random.nextInt(3); i >= 0; i--) {
                parts.addObject().put("type", "text").put("text", text(random));
            }
        } else {
            message.put("content", text(random));
        }
        if (role.equals("assistant") && random.nextInt(3) == 0) {
            message.put("reasoning_content", text(random));
        }
        if (role.equals("assistant") && random.nextInt(4) == 0) {
            message.putArray("tool_calls")
                    .addObject()
                    .put("id", "call-1")
                    .put("type", "function")
                    .putObject("function")
                    .put("name", "lookup")
                    .put("arguments", "{\"id\": " + random.nextInt(100) + ", \"of\": \"" + "x".repeat(300) + "\"}");
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(3); i >= 0; i--) {
            text.append(TEXTS[random.nextInt(random.nextBoolean() ? 4 : TEXTS.length)]);
        }
        return random.nextInt(3) == 0 ? text.toString() + random.nextInt(1000) : text.toString();
    }

    private static GenerationRequest request(ArrayNode chat, Engine engine, Random random, KnownObjects earlier)
            throws IOException {
        ObjectNode body = JSON.createObjectNode().put("model", random.nextInt(4) == 0 ? "other" : "demo");
        body.set("messages", chat);
        if (random.nextInt(6) == 0) {
            body.putArray("tools")
                    .addObject()
                    .put("type", "function")
                    .putObject("function")
                    .put("name", "lookup")
                    .put("description", TEXTS[0])
                    .putObject("parameters");
        }
        if (random.nextInt(8) == 0) {
            body.put("continue_final_message", true);
            if (engine == Engine.VLLM) {
                body.put("add_generation_prompt", false);
            }
        }
        String json = WRITERS[random.nextInt(WRITERS.length)].writeValueAsString(body);
        if (random.nextInt(5) == 0) {
            // What comes last counts, whoever it is that was remembered.
            json = random.nextBoolean()
                    ? json.replace("{\"role\":\"user\",", "{\"role\":\"user\",\"role\":\"assistant\",")
                    : json.replace("{\"role\":\"user\",", "{\"role\":\"user\",\"content\":\"before\",");
        }
        return TestPrompts.read(Endpoint.CHAT_COMPLETIONS, json, earlier);
    }

    /** More than what is remembered of a message can be. */
    @Test
    void messagesOfManyPartsAreWhatTheyAreWithoutAMemory() throws Exception {
        Path model = model("torn");
        Files.writeString(
                model.resolve("chat_template.jinja"),
                "{% for m in messages %}{% for p in m.content %}{{ p.text }}{% endfor %}<|im_end|>{% endfor %}");
        ArrayNode chat = JSON.createArrayNode();
        ArrayNode parts = chat.addObject().put("role", "user").putArray("content");
        for (int i = 0; i < 20_000; i++) {
            parts.addObject().put("type", "text").put("text", "word ".repeat(52) + i);
        }
        ArrayNode few = chat.addObject().put("role", "user").putArray("content");
        for (int i = 0; i < 50; i++) {
            few.addObject().put("type", "text").put("text", "text ".repeat(52) + i);
        }
        try (PromptPipeline remembering = pipeline(model, 64 << 20, 16 << 10);
                PromptPipeline forgetful = pipeline(model, 0, 0)) {
            for (int turn = 0; turn < 3; turn++) {
                String body = "{\"model\":\"demo\",\"messages\":" + chat + "}";
                GenerationRequest request =
                        TestPrompts.read(Endpoint.CHAT_COMPLETIONS, body, remembering.knownMessages());

                assertThat(chain(remembering, request, Engine.VLLM))
                        .as("turn %d", turn)
                        .isNotEmpty()
                        .containsExactly(chain(forgetful, request, Engine.VLLM));
            }
        }
    }

    @Test
    void messagesOfEarlierTurnsAreNotReadAgain() throws Exception {
        Random random = new Random(1);
        try (PromptPipeline pipeline = pipeline(model("demo"), 8 << 20, 0)) {
            ArrayNode chat = JSON.createArrayNode();
            for (int i = 0; i < 5; i++) {
                chat.addObject().put("role", "user").put("content", TEXTS[0] + i);
            }
            int known = 0;
            for (int turn = 1; turn <= 3; turn++) {
                GenerationRequest request = TestPrompts.read(
                        Endpoint.CHAT_COMPLETIONS,
                        "{\"model\":\"demo\",\"messages\":" + chat + "}",
                        pipeline.knownMessages());
                assertThat(request.body().knownBytes())
                        .as("bytes that the check of turn %d did not go over", turn)
                        .isEqualTo(known);
                known = chat.toString().length() - chat.get(0).toString().length() - 2 - chat.size() + 1;
                chain(pipeline, request, Engine.VLLM);

                assertThat(pipeline.stats().messageMisses()).as("turn %d", turn).isEqualTo(4 + turn);
                assertThat(pipeline.stats().cacheMisses())
                        .as("pieces of turn %d", turn)
                        .isLessThanOrEqualTo(10 + turn);
                chat.addObject().put("role", "user").put("content", TEXTS[1] + random.nextInt());
            }
            assertThat(pipeline.stats().messageHits()).isEqualTo(5 + 6);
        }
    }
}
