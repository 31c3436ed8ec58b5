package dev.warmpath.router.prompt.model;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.endpoint.Endpoint.Prompt;
import dev.warmpath.router.prompt.chat.ChatRenderer;
import dev.warmpath.router.prompt.chat.MediaKeys;
import dev.warmpath.router.prompt.chat.UnsupportedChat;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.concurrent.CompletableFuture;

/** A model whose workers are asked for the tokens of each prompt. */
final class RemoteModel implements PromptModel {

    private final RemoteCalls calls;

    RemoteModel(RemoteCalls calls) {
        this.calls = calls;
    }

    @Override
    public CompletableFuture<PromptTokens> tokens(GenerationRequest request, Engine engine, TokensWanted wanted)
            throws Unhashable {
        if (request.endpoint() == Endpoint.CHAT_COMPLETIONS) {
            try {
                // The ids of an image's placeholders say nothing about the image.
                ChatRenderer.requireText(request.body());
            } catch (UnsupportedChat e) {
                throw new Unhashable(
                        UnhashedReason.UNSUPPORTED_CONTENT,
                        String.valueOf(e.getMessage()),
                        MediaKeys.of(request.body()));
            }
            PromptFields.requireTakenByTokenize(request.body());
        }
        if (request.endpoint().prompt() == Prompt.MESSAGES || request.endpoint().prompt() == Prompt.RESPONSE) {
            throw new Unhashable(UnhashedReason.UNSUPPORTED_CONTENT, "/tokenize takes chats of OpenAI's shape only");
        }
        return calls.tokenize(request, wanted).thenApply(ids -> new PromptTokens(ids, null));
    }

    @Override
    public ModelState state() {
        return ModelState.REMOTE;
    }

    @Override
    public void close() {
        // The calls belong to whoever brought the remote tokenizer.
    }
}
