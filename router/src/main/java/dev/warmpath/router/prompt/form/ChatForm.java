package dev.warmpath.router.prompt.form;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.BadRequest;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.prompt.chat.UnsupportedChat;
import java.nio.charset.StandardCharsets;

/** Finds the chat in a request. */
public final class ChatForm {

    private ChatForm() {}

    /**
     * The request's own body if it is a chat of OpenAI's shape, else one with the members that make the prompt, as the
     * engine would have made it.
     *
     * @throws UnsupportedChat what the engine makes of the request depends on something that we do not know
     */
    public static JsonBody of(GenerationRequest request, Engine engine) throws UnsupportedChat {
        return switch (request.endpoint().prompt()) {
            case MESSAGES -> body(MessagesForm.chat(request.body(), engine));
            case RESPONSE -> body(ResponseForm.chat(request.body(), engine));
            case CHAT, COMPLETION, GENERATE, TOKEN_IDS, NONE -> request.body();
        };
    }

    private static JsonBody body(ObjectNode chat) throws UnsupportedChat {
        try {
            return JsonBody.parse(chat.toString().getBytes(StandardCharsets.UTF_8));
        } catch (BadRequest tooMuch) {
            throw new UnsupportedChat("the conversation, as a chat, is more than the router reads");
        }
    }
}
