package dev.warmpath.it.endpoints;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.prompt.ModelTokenizer;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.router.prompt.DemoModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Simulated engines and a router that all have the demo model's tokenizer and chat template. */
abstract class DemoModelFleet {

    static final int BLOCK = 8;

    @TempDir
    private static Path directory;

    private static Path model;
    private static ModelTokenizer tokenizer;

    final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));

    @BeforeAll
    static void load() throws IOException {
        model = DemoModel.unpack(directory);
        tokenizer = ModelTokenizer.load(model);
    }

    @AfterAll
    static void unload() {
        tokenizer.close();
    }

    @AfterEach
    void tearDown() {
        fleet.close();
    }

    static ModelTokenizer tokenizer() {
        return tokenizer;
    }

    /** Starts an engine; one of vLLM's hands over by NIXL. */
    SimEngine engine(Engine engine, Role role) {
        SimEngineConfig.Builder config = SimEngineConfig.builder(engine, role)
                .tokenizer(tokenizer)
                .blockSize(BLOCK)
                .speed(0);
        if (engine == Engine.VLLM && role != Role.MIXED) {
            config.protocol(Protocol.VLLM_NIXL);
        }
        fleet.configureRouter(
                settings -> settings.withModels(List.of(new ModelSettings("demo", model, false, null, List.of()))));
        return fleet.engine(config.build());
    }
}
