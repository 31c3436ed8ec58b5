package dev.warmpath.router.fleet.worker;

import dev.warmpath.config.settings.workers.Engine;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a worker's engine.
 *
 * @param engine that it runs; null exactly where the state says that it is not known
 * @param detail more of the state, such as what was asked and answered; empty where there is no more
 * @param account what it tells of itself beside that
 * @param mismatches where the worker and its configuration differ; configuration holds all the same
 * @param since when this was found
 */
public record EngineFinding(
        EngineState state,
        @Nullable Engine engine,
        String detail,
        Account account,
        List<Mismatch> mismatches,
        Instant since) {

    /**
     * A key of the worker's configuration that its engine contradicts.
     *
     * @param key as configuration writes it
     * @param configured what configuration says
     * @param told what the engine says
     */
    public record Mismatch(String key, String configured, String told) {}

    /**
     * What an engine tells of itself and no request depends on.
     *
     * @param version of its release; empty when it does not say
     * @param publisher where it says that its first rank publishes events, as it binds that; empty when it does not say
     */
    public record Account(String version, String publisher) {

        /** It tells nothing. */
        public static final Account NONE = new Account("", "");
    }

    public EngineFinding {
        mismatches = List.copyOf(mismatches);
    }

    /** The worker said which engine it runs. */
    public static EngineFinding detected(Engine engine, String detail, Account account, List<Mismatch> mismatches) {
        return new EngineFinding(EngineState.DETECTED, engine, detail, account, mismatches, Instant.now());
    }

    /** The worker's engine is not known. */
    public static EngineFinding unknown(EngineState why, String detail) {
        return new EngineFinding(why, null, detail, Account.NONE, List.of(), Instant.now());
    }
}
