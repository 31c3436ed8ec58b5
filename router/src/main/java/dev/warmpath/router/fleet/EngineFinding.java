package dev.warmpath.router.fleet;

import dev.warmpath.config.settings.Engine;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a worker's engine.
 *
 * @param engine that it runs; null exactly where the state says that it is not known
 * @param detail more of the state, such as what was asked and answered; empty where there is no more
 * @param mismatches where the worker and its configuration differ; configuration holds all the same
 * @param since when this was found
 */
public record EngineFinding(
        EngineState state, @Nullable Engine engine, String detail, List<Mismatch> mismatches, Instant since) {

    /**
     * A key of the worker's configuration that its engine contradicts.
     *
     * @param key as configuration writes it
     * @param configured what configuration says
     * @param told what the engine says
     */
    public record Mismatch(String key, String configured, String told) {}

    public EngineFinding {
        mismatches = List.copyOf(mismatches);
    }

    /** The worker said which engine it runs. */
    public static EngineFinding detected(Engine engine, String detail, List<Mismatch> mismatches) {
        return new EngineFinding(EngineState.DETECTED, engine, detail, mismatches, Instant.now());
    }

    /** The worker's engine is not known. */
    public static EngineFinding unknown(EngineState why, String detail) {
        return new EngineFinding(why, null, detail, List.of(), Instant.now());
    }
}
