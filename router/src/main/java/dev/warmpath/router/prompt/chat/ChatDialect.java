package dev.warmpath.router.prompt.chat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.JsonBody;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one engine does to a chat request before its template sees it. The engines differ in the order of members, in
 * defaults that they write out, and in what they drop; each difference that a template prints is another prompt.
 */
sealed interface ChatDialect permits VllmChat, SglangChat {

    static ChatDialect of(Engine engine) {
        return switch (engine) {
            case VLLM -> new VllmChat();
            case SGLANG -> new SglangChat();
        };
    }

    /** How this engine reads the template's wish for contents. */
    ContentFormat contentFormat(String template);

    /** The tools as the template sees them, or null for none. */
    @Nullable
    List<Object> tools(JsonBody body) throws UnsupportedChat;

    /** One message as the template sees it. */
    Map<String, Object> message(JsonNode message, ContentFormat format) throws UnsupportedChat;

    /** The whole conversation as this template sees it. */
    List<Map<String, Object>> conversation(List<Map<String, Object>> messages, boolean knowsDeveloper);

    /** What the template gets besides messages, tools and the model's special tokens. */
    Map<String, Object> variables(JsonBody body) throws UnsupportedChat;

    /** How this engine ends the prompt: with a new turn, or in the middle of the last message. */
    FinalMessage finalMessage(JsonBody body, List<Map<String, Object>> messages) throws UnsupportedChat;

    /** Whether this engine tries once more with bare functions when the template fails on tools. */
    boolean retriesWithBareFunctions();
}
