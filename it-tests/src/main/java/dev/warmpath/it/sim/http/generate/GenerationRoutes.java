package dev.warmpath.it.sim.http.generate;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.it.sim.http.Endpoint;
import dev.warmpath.it.sim.http.EngineParts;
import dev.warmpath.it.sim.http.ResponseStore;
import dev.warmpath.it.sim.request.RequestParser;
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
        RequestParser parser = parts.parser();
        ResponseStore store = new ResponseStore();
        add(routes, "/v1/chat/completions", chooser, Dialect.chat(parser));
        add(routes, "/v1/completions", chooser, Dialect.completion(parser));
        add(routes, "/v1/messages", chooser, Dialect.message(parser));
        add(routes, "/v1/responses", chooser, Dialect.response(parser, store));
        new KeptResponses(parts.json(), parts.profile().engine(), store).addTo(routes);
        if (parts.profile().engine() == Engine.VLLM) {
            add(routes, "/inference/v1/generate", chooser, Dialect.tokens(parser));
        } else {
            add(routes, "/generate", chooser, Dialect.generate(parser));
            routes.put("POST /abort_request", new AbortEndpoint(parts.json(), parts.parser(), live));
        }
    }

    private void add(Map<String, Endpoint> routes, String path, RankChooser chooser, Dialect dialect) {
        routes.put("POST " + path, new GenerationEndpoint(parts, live, chooser, dialect));
    }

    /** A path as {@link #addTo} names it. */
    public static String template(String path) {
        return KeptResponses.template(path);
    }

    /** Requests that run. */
    public int running() {
        return live.count();
    }
}
