package dev.warmpath.router.keys;

import dev.warmpath.config.settings.server.ClientKeySettings;
import dev.warmpath.router.access.KeyRing;
import dev.warmpath.router.observe.KeyMetrics;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at the file of client keys every {@code server.keys_reload}, off the event loops. Without a file it does nothing. */
public final class KeysFileWatch extends VerticleBase {

    private static final Logger log = LoggerFactory.getLogger(KeysFileWatch.class);

    private final long periodMillis;
    private final @Nullable KeysReload reload;
    private boolean looking;

    /**
     * Reads the file for the first time. Blocks.
     *
     * @throws IllegalStateException if it is not good
     */
    public KeysFileWatch(ClientKeySettings settings, KeyRing ring, KeyMetrics metrics) {
        Path file = settings.keysFile();
        this.periodMillis = settings.keysReload().toMillis();
        this.reload = file == null ? null : new KeysReload(file, settings, ring, metrics);
    }

    @Override
    public Future<?> start() {
        KeysReload looks = reload;
        if (looks != null) {
            vertx.setPeriodic(periodMillis, tick -> look(looks));
        }
        return Future.succeededFuture();
    }

    /** One at a time: on a file system that hangs, looks do not pile up. */
    private void look(KeysReload looks) {
        if (looking) {
            return;
        }
        looking = true;
        vertx.executeBlocking(() -> {
                    looks.look();
                    return null;
                })
                .onComplete(done -> looking = false)
                .onFailure(failed -> log.atError().setCause(failed).log("file of client keys could not be looked at"));
    }
}
