package dev.warmpath.router.prompt.threads;

/** One piece of work, in the queue or on a thread. Told from others by its identity. */
final class PromptJob {

    final PromptSize size;
    final Runnable work;
    /** Set by the queue, as its clock has it. */
    long queuedNanos;

    PromptJob(PromptSize size, Runnable work) {
        this.size = size;
        this.work = work;
    }
}
