package dev.warmpath.it.sim.http;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.it.sim.hash.HashScheme;
import dev.warmpath.it.sim.pd.LegRunner;
import dev.warmpath.it.sim.prompt.SimTokenizer;
import dev.warmpath.it.sim.request.RequestParser;
import dev.warmpath.it.sim.schedule.Rank;
import io.vertx.core.Vertx;
import java.util.List;

/** What the endpoints of an engine work with. */
public record EngineParts(
        Vertx vertx,
        ObjectMapper json,
        EngineProfile profile,
        RequestParser parser,
        SimTokenizer tokenizer,
        HashScheme hashes,
        List<Rank> ranks,
        LegRunner legs) {

    public EngineParts {
        ranks = List.copyOf(ranks);
    }
}
