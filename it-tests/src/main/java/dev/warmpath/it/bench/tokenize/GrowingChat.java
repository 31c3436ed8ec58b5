package dev.warmpath.it.bench.tokenize;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;

/**
 * One client's conversation, and the request body that it sends for its next turn: everything said so far, and a new
 * question. Answers and questions are a few hundred tokens, and some questions bring a long document.
 */
final class GrowingChat {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SYSTEM_CHARS = 2_000;
    private static final int ANSWER_CHARS = 900;
    private static final int QUESTION_CHARS = 500;
    private static final int DOCUMENT_CHARS = 8_000;
    private static final int DOCUMENT_EVERY = 8;
    private static final int OTHER_SCRIPT_EVERY = 6;

    private final String model;
    private final Script script;
    private final ChatText text;
    private final Random random;
    private final ArrayNode messages = JSON.createArrayNode();
    private int chars;

    /** A conversation with its system prompt and first question. */
    GrowingChat(String model, Script script, Random random) {
        this.model = model;
        this.script = script;
        this.random = random;
        this.text = new ChatText(random);
        say("system", SYSTEM_CHARS);
        say("user", QUESTION_CHARS);
    }

    /** Goes on until the messages have about so many characters. */
    void growTo(int wantedChars) {
        while (chars < wantedChars) {
            say("assistant", ANSWER_CHARS);
            boolean document = random.nextInt(DOCUMENT_EVERY) == 0;
            say("user", Math.min(document ? DOCUMENT_CHARS : QUESTION_CHARS, Math.max(wantedChars - chars, 1)));
        }
    }

    /** The engine has answered and the user asks again. */
    void nextTurn() {
        say("assistant", ANSWER_CHARS);
        say("user", QUESTION_CHARS);
    }

    private void say(String role, int length) {
        boolean otherScripts = script == Script.MIXED && messages.size() % OTHER_SCRIPT_EVERY == 0;
        String content = text.of(length, otherScripts);
        messages.addObject().put("role", role).put("content", content);
        chars += content.length();
    }

    /** The body as an OpenAI client sends it. */
    byte[] body() {
        ObjectNode body = JSON.createObjectNode();
        body.put("model", model).put("stream", true).put("max_tokens", 256).set("messages", messages);
        try {
            return JSON.writeValueAsBytes(body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
