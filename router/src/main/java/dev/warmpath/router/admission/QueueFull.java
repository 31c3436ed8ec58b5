package dev.warmpath.router.admission;

import java.time.Duration;

/** A model's queue has no room. No stack trace: it is data. */
public final class QueueFull extends Exception {

    private final transient Duration retryAfter;

    QueueFull(String model, Duration retryAfter) {
        super("the queue of model " + model + " is full", null, false, false);
        this.retryAfter = retryAfter;
    }

    /** How long those waited whose turn comes now. */
    public Duration retryAfter() {
        return retryAfter;
    }
}
