package dev.warmpath.router.prompt.model;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.JsonBody;
import dev.warmpath.router.body.MediaMembers;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.Set;

/** Request members that change the prompt's tokens in a way that only the engine knows. */
public final class PromptFields {

    /**
     * Cuts the prompt, replaces it or adds to it, in vLLM or SGLang. A template from a client counts only where the
     * operator told the engine to trust it, which we cannot see.
     */
    private static final String[] UNSUPPORTED = {
        "truncate_prompt_tokens",
        "suffix",
        "prompt_embeds",
        "input_embeds",
        "input_ids",
        "image_data",
        "video_data",
        "audio_data",
        "mm_processor_kwargs",
        "session_params",
        "features",
        "chat_template"
    };

    /** In the prompt of vLLM's chats, SGLang's or both; no version of vLLM's {@code /tokenize} takes them. */
    private static final String[] NOT_TAKEN_BY_TOKENIZE = {"reasoning_effort", "documents"};

    /** Values of {@code tool_choice} that leave every tool in the prompt. */
    private static final Set<String> ALL_TOOLS = Set.of("auto", "required");

    private static final long[] NO_CONTENT = {};

    private PromptFields() {}

    /**
     * Lets a request pass that has no such member.
     *
     * @throws Unhashable it has one
     */
    public static void requireSupported(GenerationRequest request) throws Unhashable {
        for (String name : UNSUPPORTED) {
            boolean itself = name.equals("input_ids") && request.endpoint() == Endpoint.GENERATE;
            if (request.body().hasValue(name) && !itself) {
                throw new Unhashable(
                        UnhashedReason.UNSUPPORTED_CONTENT, name + " changes the prompt", content(request));
            }
        }
        // vLLM has the switch for chats too, SGLang ignores it there.
        if (request.endpoint() == Endpoint.CHAT_COMPLETIONS && addSpecialTokens(request.body(), false)) {
            throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, "add_special_tokens changes the prompt");
        }
    }

    /** What SGLang takes beside a prompt; chats have theirs inside their messages. */
    private static long[] content(GenerationRequest request) {
        return request.endpoint() == Endpoint.GENERATE ? MediaMembers.keys(request.body()) : NO_CONTENT;
    }

    /**
     * Lets a chat pass of which {@code /tokenize} makes what the chat itself would become.
     *
     * @throws Unhashable it has a member that counts for the chat only
     */
    static void requireTakenByTokenize(JsonBody body) throws Unhashable {
        for (String name : NOT_TAKEN_BY_TOKENIZE) {
            if (body.hasValue(name)) {
                throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, name + " is not taken by /tokenize");
            }
        }
        if (body.hasValue("tools") && choosesAmongTools(body)) {
            throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, "tool_choice is not taken by /tokenize");
        }
    }

    /** Whether {@code tool_choice} may leave tools out of the prompt, as {@code none} and the name of one do. */
    private static boolean choosesAmongTools(JsonBody body) {
        JsonNode choice = body.hasValue("tool_choice") ? body.get("tool_choice") : null;
        return choice != null && !ALL_TOOLS.contains(choice.asText());
    }

    /** Whether a plain prompt gets the tokenizer's special tokens: yes, unless the client says otherwise. */
    static boolean addSpecialTokens(JsonBody body, boolean absent) throws Unhashable {
        JsonNode flag = body.hasValue("add_special_tokens") ? body.get("add_special_tokens") : null;
        if (flag == null) {
            return absent;
        }
        if (!flag.isBoolean()) {
            throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, "add_special_tokens is not a boolean");
        }
        return flag.booleanValue();
    }
}
