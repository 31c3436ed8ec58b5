package dev.warmpath.router.prompt.model;

import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** Calls of the remote tokenizer that are under way, at most so many at a time over all models. */
final class RemoteCalls {

    private final @Nullable RemoteTokenizer remote;
    private final Semaphore free;

    /** @param most calls whose answers have not been read */
    RemoteCalls(@Nullable RemoteTokenizer remote, int most) {
        this.remote = remote;
        this.free = new Semaphore(Math.max(1, most));
    }

    /** Completes where the one who wants them lets it go on; only failures may complete elsewhere. */
    CompletableFuture<int[]> tokenize(GenerationRequest request, TokensWanted wanted) throws Unhashable {
        if (remote == null) {
            throw new Unhashable(UnhashedReason.REMOTE_FAILED, "nothing can ask the workers for tokens");
        }
        if (!free.tryAcquire()) {
            throw new Unhashable(UnhashedReason.TOKENIZER_BUSY, "too many calls of /tokenize are under way");
        }
        CompletableFuture<RemoteTokenizer.Answer> answer = null;
        try {
            answer = remote.tokenize(request);
        } catch (RuntimeException e) {
            throw new Unhashable(UnhashedReason.REMOTE_FAILED, "the call of /tokenize failed: " + e);
        } finally {
            // Whatever was thrown: a place that is lost once is lost until the router is restarted.
            if (answer == null) {
                free.release();
            }
        }
        // Answers come in on event loops, which must not read them.
        return answer.thenApplyAsync(given -> read(given, wanted), wanted::onThread)
                .whenComplete((ids, failure) -> free.release());
    }

    private static int[] read(RemoteTokenizer.Answer answer, TokensWanted wanted) {
        if (wanted.abandoned()) {
            throw new CancellationException();
        }
        try {
            return answer.ids();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}
