package dev.warmpath.router.prompt.tokens;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.function.Consumer;

/** The demo model's directory, as it is or changed. */
final class TestTokenizers {

    static final JsonMapper JSON = JsonMapper.builder().build();

    private TestTokenizers() {}

    static Path demo(Path directory) {
        try {
            return DemoModel.unpack(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The demo model with an edited {@code tokenizer.json}. */
    static Path edited(Path directory, Consumer<ObjectNode> edit) throws IOException {
        Path file = demo(directory).resolve("tokenizer.json");
        ObjectNode tree = (ObjectNode) JSON.readTree(Files.readString(file));
        edit.accept(tree);
        Files.writeString(file, JSON.writeValueAsString(tree));
        return directory;
    }

    /** Adds a token without flags, behind the last one. */
    static ObjectNode addToken(ObjectNode tree, String content) {
        ArrayNode tokens = (ArrayNode) tree.path("added_tokens");
        ObjectNode token = tokens.addObject();
        token.put("id", 5988 + tokens.size());
        token.put("content", content);
        for (String flag : new String[] {"single_word", "lstrip", "rstrip", "normalized"}) {
            token.put(flag, false);
        }
        return token.put("special", true);
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text.replace('\'', '"'));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text of turns, with odd characters, and with special tokens whole, cut short and inside words. */
    static String chat(Random random) {
        String[] pieces = {
            "<|im_start|>",
            "<|im_end|>",
            "\n",
            "user",
            "assistant\n",
            "<think>",
            "</think>",
            "<|im_",
            "start|>",
            "<|",
            "<tool_call>",
            "<|bos|>",
            " ",
            "   ",
            "\t",
            "\r\n",
            "the router holds the cache",
            "don't",
            "é",
            "e\u0301",
            "\u0301",
            "日本",
            "😀",
            "👩\u200d👧",
            "\u0000",
            "\u00a0",
            "\u3000",
            "12345",
            "a",
            ".",
            "...",
            "{\"k\":1}",
            "\u200c"
        };
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(60); i >= 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]);
        }
        return text.toString();
    }
}
