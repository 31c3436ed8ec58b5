package dev.warmpath.it.sim.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;

/**
 * One token per UTF-8 byte, for engines without a model directory. A chat becomes one line per message,
 * {@code <role>text}, and an opening {@code <assistant>}.
 */
public final class ByteTokenizer implements SimTokenizer {

    @Override
    public int[] encode(String text, boolean addSpecialTokens) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        int[] tokens = new int[utf8.length];
        for (int i = 0; i < utf8.length; i++) {
            tokens[i] = Byte.toUnsignedInt(utf8[i]);
        }
        return tokens;
    }

    @Override
    public String decode(int token) {
        return new String(new byte[] {(byte) token}, StandardCharsets.UTF_8);
    }

    @Override
    public String render(JsonNode request) throws BadPromptException {
        StringBuilder text = new StringBuilder();
        for (JsonNode message : request.path("messages")) {
            if (!message.path("role").isTextual()) {
                throw new BadPromptException("every message needs a role");
            }
            text.append('<').append(message.path("role").textValue()).append('>');
            JsonNode content = message.path("content");
            if (content.isTextual()) {
                text.append(content.textValue());
            } else {
                for (JsonNode part : content) {
                    text.append(part.path("text").asText(""));
                }
            }
            text.append('\n');
        }
        return text.append("<assistant>").toString();
    }
}
