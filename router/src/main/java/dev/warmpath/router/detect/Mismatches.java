package dev.warmpath.router.detect;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.fleet.worker.EngineFinding.Mismatch;
import dev.warmpath.router.fleet.worker.Worker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where an engine contradicts its worker's configuration. Configuration holds; what the engine says otherwise is named. */
final class Mismatches {

    private static final Logger log = LoggerFactory.getLogger(Mismatches.class);

    private Mismatches() {}

    /**
     * Holds an engine's account of itself against its configuration.
     *
     * @param told of {@code GET /server_info}; what it leaves out contradicts nothing
     */
    static List<Mismatch> of(Engine engine, EngineAnswer told, WorkerSettings settings) {
        List<Mismatch> found = new ArrayList<>();
        Engine configured = settings.engine();
        if (configured != null && configured != engine) {
            found.add(mismatch("engine", configured, engine));
        }
        if (told.dpSize() > 0 && settings.dpStart() == 0 && told.dpSize() != settings.dpSize()) {
            found.add(mismatch("dp_size", settings.dpSize(), told.dpSize()));
        }
        if (told.blockSize() > 0 && settings.blockSize() > 0 && told.blockSize() != settings.blockSize()) {
            found.add(mismatch("block_size", settings.blockSize(), told.blockSize()));
        }
        Role role = told.role();
        if (role != null && role != settings.role()) {
            found.add(mismatch("role", settings.role(), role));
        }
        return found;
    }

    private static Mismatch mismatch(String key, Object configured, Object told) {
        return new Mismatch(key, word(configured), word(told));
    }

    /** As configuration writes it. */
    private static String word(Object value) {
        return value.toString().toLowerCase(Locale.ROOT);
    }

    /** One line for each; to be called when they are news. */
    static void warn(Worker worker, List<Mismatch> mismatches) {
        for (Mismatch mismatch : mismatches) {
            log.atWarn()
                    .addKeyValue("worker", worker.id())
                    .addKeyValue("key", mismatch.key())
                    .addKeyValue("configured", mismatch.configured())
                    .addKeyValue("told", mismatch.told())
                    .log("worker's engine contradicts its configuration, which holds until it is corrected");
        }
    }
}
