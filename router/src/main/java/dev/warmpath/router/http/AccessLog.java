package dev.warmpath.router.http;

import dev.warmpath.router.observe.request.ModelNames;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line for each generation request that has ended: whose, and what became of it. It has a logger of its own,
 * {@code dev.warmpath.access}, and is written at level debug only.
 */
final class AccessLog {

    private static final Logger log = LoggerFactory.getLogger("dev.warmpath.access");

    private final ModelNames models;

    AccessLog(ModelNames models) {
        this.models = models;
    }

    /**
     * A request ended.
     *
     * @param key name of the key that let it in, or null where none is needed
     * @param request the id that the client sees
     * @param status what the client got, or 499 when it left first
     */
    void ended(@Nullable String key, String request, String model, int status, String reason, long nanos) {
        if (log.isDebugEnabled()) {
            log.atDebug()
                    .addKeyValue("key", key == null ? "(none)" : key)
                    .addKeyValue("request", request)
                    .addKeyValue("model", models.label(model))
                    .addKeyValue("status", status)
                    .addKeyValue("reason", reason)
                    .addKeyValue("ms", TimeUnit.NANOSECONDS.toMillis(nanos))
                    .log("ended");
        }
    }
}
