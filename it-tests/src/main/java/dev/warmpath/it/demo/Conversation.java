package dev.warmpath.it.demo;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.openai.client.OpenAIClient;
import com.openai.core.http.HttpResponseFor;
import com.openai.core.http.StreamResponse;
import com.openai.models.chat.completions.ChatCompletionAssistantMessageParam;
import com.openai.models.chat.completions.ChatCompletionChunk;
import com.openai.models.chat.completions.ChatCompletionCreateParams;
import java.util.ArrayList;
import java.util.List;

/** A chat that grows by a question and an answer per turn, held with a real OpenAI client over a stream. */
final class Conversation {

    static final int ANSWER_TOKENS = 16;

    private record Message(String role, String content) {}

    /**
     * What came of one turn.
     *
     * @param prefill the target that the answer's header names, or empty
     * @param events pieces of the stream
     * @param nanos from the call to the end of the stream
     */
    record Turn(String prefill, int events, String answer, long nanos) {}

    private final List<Message> messages = new ArrayList<>();
    private final String model;

    Conversation(String model, String system) {
        this.model = model;
        messages.add(new Message("system", system));
    }

    void ask(String question) {
        messages.add(new Message("user", question));
    }

    /** What the engines will be asked, for those who want to know its tokens beforehand. */
    ObjectNode request() {
        ObjectNode request = JsonNodeFactory.instance.objectNode().put("model", model);
        ArrayNode list = request.putArray("messages");
        messages.forEach(message -> list.addObject().put("role", message.role).put("content", message.content));
        return request;
    }

    /**
     * Sends the conversation as it stands and appends the answer.
     *
     * @throws com.openai.errors.OpenAIException when the router or an engine refuses or breaks off
     */
    Turn send(OpenAIClient client) {
        ChatCompletionCreateParams.Builder params =
                ChatCompletionCreateParams.builder().model(model).maxCompletionTokens(ANSWER_TOKENS);
        for (Message message : messages) {
            switch (message.role) {
                case "system" -> params.addSystemMessage(message.content);
                case "user" -> params.addUserMessage(message.content);
                default ->
                    params.addMessage(ChatCompletionAssistantMessageParam.builder()
                            .content(message.content)
                            .build());
            }
        }
        long start = System.nanoTime();
        StringBuilder answer = new StringBuilder();
        int[] events = {0};
        try (HttpResponseFor<StreamResponse<ChatCompletionChunk>> raw =
                        client.chat().completions().withRawResponse().createStreaming(params.build());
                StreamResponse<ChatCompletionChunk> stream = raw.parse()) {
            stream.stream().forEach(chunk -> {
                events[0]++;
                chunk.choices().forEach(choice -> choice.delta().content().ifPresent(answer::append));
            });
            long nanos = System.nanoTime() - start;
            String prefill = raw.headers().values("x-warmpath-prefill").stream()
                    .findFirst()
                    .orElse("");
            messages.add(new Message("assistant", answer.toString()));
            return new Turn(prefill, events[0], answer.toString(), nanos);
        }
    }
}
