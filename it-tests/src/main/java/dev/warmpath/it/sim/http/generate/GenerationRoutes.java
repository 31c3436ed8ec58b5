package dev.warmpath.it.sim.http.generate;

import dev.warmpath.config.settings.Engine;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import java.util.Map;

/** The routes of this package, and the requests that run on them. Belongs to the engine's context. */
public final class GenerationRoutes {

    private final EngineParts parts;
    private final LiveRuns live = new LiveRuns();

    public GenerationRoutes(EngineParts parts) {
        this.parts = parts;
    }

    /** Adds them under {@code METHOD path}. */
    public void addTo(Map<String, Endpoint> routes) {
        RankChooser chooser = new RankChooser(parts.profile(), parts.ranks());
        routes.put("POST /v1/chat/completions", new GenerationEndpoint(parts, live, chooser, true));
        routes.put("POST /v1/completions", new GenerationEndpoint(parts, live, chooser, false));
        if (parts.profile().engine() == Engine.SGLANG) {
            routes.put("POST /abort_request", new AbortEndpoint(parts.json(), parts.parser(), live));
        }
    }

    /** Requests that run. */
    public int running() {
        return live.count();
    }
}
