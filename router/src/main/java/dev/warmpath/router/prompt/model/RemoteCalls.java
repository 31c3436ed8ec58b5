package dev.warmpath.router.prompt.model;

import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Calls of the remote tokenizer that are under way, at most so many at a time over all models. */
final class RemoteCalls {

    private final @Nullable RemoteTokenizer remote;
    private final Semaphore free;

    RemoteCalls(@Nullable RemoteTokenizer remote, int most) {
        this.remote = remote;
        this.free = new Semaphore(Math.max(1, most));
    }

    CompletableFuture<int[]> tokenize(GenerationRequest request) throws Unhashable {
        if (remote == null) {
            throw new Unhashable(UnhashedReason.REMOTE_FAILED, "nothing can ask the workers for tokens");
        }
        if (!free.tryAcquire()) {
            throw new Unhashable(UnhashedReason.TOKENIZER_BUSY, "too many calls of /tokenize are under way");
        }
        CompletableFuture<int[]> answer;
        try {
            answer = remote.tokenize(request);
        } catch (RuntimeException e) {
            free.release();
            throw new Unhashable(UnhashedReason.REMOTE_FAILED, "the call of /tokenize failed: " + e);
        }
        return answer.whenComplete((ids, failure) -> free.release());
    }
}
