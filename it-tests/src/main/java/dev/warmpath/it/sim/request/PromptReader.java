package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.it.sim.hash.MediaSpan;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import java.util.ArrayList;
import java.util.List;

/** The shapes that {@code prompt} may have: a text, texts, token ids, or lists of token ids. */
final class PromptReader {

    private final SimTokenizer tokenizer;

    PromptReader(SimTokenizer tokenizer) {
        this.tokenizer = tokenizer;
    }

    /**
     * Prompts as tokens.
     *
     * @param batch whether they came as a list: a list of one is a batch too
     * @param media images of the one prompt that has any
     */
    record Prompts(List<int[]> prompts, boolean batch, List<MediaSpan> media) {

        Prompts(List<int[]> prompts, boolean batch) {
            this(prompts, batch, List.of());
        }
    }

    Prompts read(JsonNode prompt) throws EngineError {
        if (prompt.isTextual()) {
            return new Prompts(List.of(tokenizer.encode(prompt.textValue(), true)), false);
        }
        if (!prompt.isArray() || prompt.isEmpty()) {
            throw EngineError.badRequest(
                    "prompt must be a text, a list of texts, or one or several lists of token ids");
        }
        if (prompt.get(0).isIntegralNumber()) {
            return new Prompts(List.of(tokens(prompt)), false);
        }
        List<int[]> prompts = new ArrayList<>();
        boolean texts = prompt.get(0).isTextual();
        for (JsonNode one : prompt) {
            if (texts != one.isTextual()) {
                throw EngineError.badRequest("prompt mixes texts and token ids");
            }
            prompts.add(texts ? tokenizer.encode(one.textValue(), true) : tokens(one));
        }
        return new Prompts(prompts, true);
    }

    private static int[] tokens(JsonNode ids) throws EngineError {
        if (!ids.isArray() || ids.isEmpty()) {
            throw EngineError.badRequest("a list of token ids must not be empty");
        }
        int[] tokens = new int[ids.size()];
        for (int i = 0; i < tokens.length; i++) {
            JsonNode id = ids.get(i);
            if (!id.isIntegralNumber() || !id.canConvertToInt() || id.intValue() < 0) {
                throw EngineError.badRequest("token ids must be integers of at least 0, got " + id);
            }
            tokens[i] = id.intValue();
        }
        return tokens;
    }
}
