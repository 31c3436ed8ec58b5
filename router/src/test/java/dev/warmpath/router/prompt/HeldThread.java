package dev.warmpath.router.prompt;

import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.prompt.model.RemoteTokenizer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** A remote tokenizer that holds the pipeline's thread until it is let go: what a very long prompt would do. */
final class HeldThread implements RemoteTokenizer {

    private final CountDownLatch release = new CountDownLatch(1);

    /** How often a tokenizer was asked: this one, or what a test puts before it. */
    final AtomicInteger asked = new AtomicInteger();

    @Override
    public CompletableFuture<Answer> tokenize(GenerationRequest request) {
        asked.incrementAndGet();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return CompletableFuture.completedFuture(() -> new int[] {1, 2, 3});
    }

    /** Lets go of all threads, for good. */
    void letGo() {
        release.countDown();
    }
}
