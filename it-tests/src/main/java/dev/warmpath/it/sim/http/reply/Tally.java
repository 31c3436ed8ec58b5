package dev.warmpath.it.sim.http.reply;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.warmpath.it.sim.request.EngineRequest;
import java.util.List;

/**
 * What a request has taken, and the ways in which engines tell it.
 *
 * @param prompt tokens of all prompts
 * @param cached those of them that the cache held
 * @param generated tokens of all answers
 */
public record Tally(int prompt, int cached, int generated) {

    /** Of these answers. */
    public static Tally of(EngineRequest request, List<Choice> choices) {
        int generated = 0;
        int cached = 0;
        for (Choice choice : choices) {
            generated += choice.tokens();
            // All samples of a prompt read the same blocks: the first one speaks for the prompt.
            cached += choice.index() % request.samples() == 0 ? choice.cachedTokens() : 0;
        }
        return new Tally(promptTokens(request), cached, generated);
    }

    static int promptTokens(EngineRequest request) {
        return request.prompts().stream().mapToInt(prompt -> prompt.length).sum();
    }

    /** The {@code usage} of chats and completions. SGLang leaves the cached tokens out when there are none. */
    ObjectNode usage(ReplyTo to) {
        ObjectNode usage = to.object()
                .put("prompt_tokens", prompt)
                .put("total_tokens", prompt + generated)
                .put("completion_tokens", generated);
        if (tellsCached(to)) {
            usage.putObject("prompt_tokens_details").put("cached_tokens", cached);
        }
        return usage;
    }

    /** That of responses, where the cached tokens are required. */
    ObjectNode ofResponse(ReplyTo to) {
        ObjectNode usage = to.object().put("input_tokens", prompt);
        usage.putObject("input_tokens_details").put("cached_tokens", cached);
        usage.put("output_tokens", generated);
        usage.putObject("output_tokens_details").put("reasoning_tokens", 0);
        return usage.put("total_tokens", prompt + generated);
    }

    /** That of messages: what was cached is no part of the input. */
    ObjectNode ofMessage(ReplyTo to) {
        ObjectNode usage = to.object();
        if (tellsCached(to)) {
            usage.put("input_tokens", prompt - cached).put("cache_read_input_tokens", cached);
        } else {
            usage.put("input_tokens", prompt);
        }
        return usage.put("output_tokens", generated);
    }

    private boolean tellsCached(ReplyTo to) {
        return to.profile().reportCachedTokens() && (cached > 0 || to.vllm());
    }
}
