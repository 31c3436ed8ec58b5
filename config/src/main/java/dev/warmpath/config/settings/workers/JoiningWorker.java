package dev.warmpath.config.settings.workers;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A worker that is registered at run time.
 *
 * @param ttl how long it stays unless it is registered again, or null for until it is removed
 */
public record JoiningWorker(WorkerSettings worker, @Nullable Duration ttl) {}
