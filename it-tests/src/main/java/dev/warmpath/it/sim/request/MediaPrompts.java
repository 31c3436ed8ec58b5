package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.hash.MediaSpan;
import dev.warmpath.it.sim.prompt.BadPromptException;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.scorer.hash.BlockHash;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Prompts with images. An image stands where its part does, as {@value #TOKENS} tokens: in vLLM the same for every image, which
 * is why its block hashes have extra keys; in SGLang a number that is made of the image, outside the vocabulary.
 */
final class MediaPrompts {

    static final int TOKENS = 64;

    /** What SGLang's text prompts have in the place of an image. */
    private static final String PLACE = "<image>";

    /** Private use: in no client's text. */
    private static final String MARK = "\uE0E1";

    private static final int SAME_FOR_ALL = 9;
    private static final int OUTSIDE_VOCABULARY = 1_000_000;

    private final SimTokenizer tokenizer;
    private final Engine engine;

    MediaPrompts(SimTokenizer tokenizer, Engine engine) {
        this.tokenizer = tokenizer;
        this.engine = engine;
    }

    PromptReader.Prompts chat(JsonNode chat) throws BadPromptException {
        List<String> references = new ArrayList<>();
        JsonNode marked = marked(chat, references);
        return references.isEmpty()
                ? new PromptReader.Prompts(List.of(tokenizer.chat(chat)), false)
                : encode(tokenizer.render(marked), false, MARK, references);
    }

    /** A text with these images; those that it has no place for stand before it. */
    PromptReader.Prompts text(String text, JsonNode images) {
        List<String> references = new ArrayList<>();
        for (JsonNode image : images.isArray() ? images : List.of(images)) {
            references.add(image.isTextual() ? image.textValue() : image.toString());
        }
        int places = text.split(PLACE, -1).length - 1;
        return encode(PLACE.repeat(Math.max(0, references.size() - places)) + text, true, PLACE, references);
    }

    private static JsonNode marked(JsonNode chat, List<String> references) {
        JsonNode copy = null;
        for (int i = 0; i < chat.path("messages").size(); i++) {
            JsonNode content = chat.path("messages").path(i).path("content");
            for (int j = 0; content.isArray() && j < content.size(); j++) {
                JsonNode url = content.path(j).path("image_url");
                if (!url.isMissingNode()) {
                    references.add(
                            url.isTextual() ? url.textValue() : url.path("url").asText());
                    copy = copy == null ? chat.deepCopy() : copy;
                    ArrayNode parts = (ArrayNode) copy.path("messages").path(i).path("content");
                    ((ObjectNode) parts.get(j)).removeAll();
                    ((ObjectNode) parts.get(j)).put("type", "text").put("text", MARK);
                }
            }
        }
        return copy == null ? chat : copy;
    }

    private PromptReader.Prompts encode(String text, boolean special, String mark, List<String> references) {
        String[] pieces = text.split(mark, -1);
        int[] tokens = tokenizer.encode(pieces[0], special);
        List<MediaSpan> media = new ArrayList<>();
        for (int i = 1; i < pieces.length; i++) {
            if (i <= references.size()) {
                long key = BlockHash.content(references.get(i - 1));
                media.add(new MediaSpan(Long.toHexString(key), tokens.length, TOKENS));
                int id = engine == Engine.VLLM ? SAME_FOR_ALL : OUTSIDE_VOCABULARY + (int) (key >>> 40);
                int from = tokens.length;
                tokens = Arrays.copyOf(tokens, from + TOKENS);
                Arrays.fill(tokens, from, tokens.length, id);
            }
            int[] piece = pieces[i].isEmpty() ? new int[0] : tokenizer.encode(pieces[i], false);
            tokens = Arrays.copyOf(tokens, tokens.length + piece.length);
            System.arraycopy(piece, 0, tokens, tokens.length - piece.length, piece.length);
        }
        return new PromptReader.Prompts(List.of(tokens), false, media);
    }
}
