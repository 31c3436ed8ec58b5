package dev.warmpath.router.prompt.model;

import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Calls of the remote tokenizer that are under way, at most so many at a time over all models. */
final class RemoteCalls {

    private final @Nullable RemoteTokenizer remote;
    private final Executor readers;
    private final Semaphore free;

    /**
     * @param readers read the answers: they come in on event loops, which must not
     * @param most calls whose answers have not been read
     */
    RemoteCalls(@Nullable RemoteTokenizer remote, Executor readers, int most) {
        this.remote = remote;
        this.readers = readers;
        this.free = new Semaphore(Math.max(1, most));
    }

    /** Completes on a reader's thread; only failures may complete elsewhere. */
    CompletableFuture<int[]> tokenize(GenerationRequest request, BooleanSupplier abandoned) throws Unhashable {
        if (remote == null) {
            throw new Unhashable(UnhashedReason.REMOTE_FAILED, "nothing can ask the workers for tokens");
        }
        if (!free.tryAcquire()) {
            throw new Unhashable(UnhashedReason.TOKENIZER_BUSY, "too many calls of /tokenize are under way");
        }
        CompletableFuture<RemoteTokenizer.Answer> answer;
        try {
            answer = remote.tokenize(request);
        } catch (RuntimeException e) {
            free.release();
            throw new Unhashable(UnhashedReason.REMOTE_FAILED, "the call of /tokenize failed: " + e);
        }
        return answer.thenApplyAsync(given -> read(given, abandoned), readers)
                .whenComplete((ids, failure) -> free.release());
    }

    private static int[] read(RemoteTokenizer.Answer answer, BooleanSupplier abandoned) {
        if (abandoned.getAsBoolean()) {
            throw new CancellationException();
        }
        try {
            return answer.ids();
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }
}
