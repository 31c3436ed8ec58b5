package dev.warmpath.it.sim.request;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.workers.Engine;
import org.jspecify.annotations.Nullable;

/**
 * The rank that a request asks for: in SGLang's body ({@code routed_dp_rank}, formerly {@code data_parallel_rank}) or
 * in the header that both engines read. A rank that this engine does not own is refused; a header that is no number is
 * refused by SGLang and ignored by vLLM.
 */
final class RankReader {

    private final ParserRules rules;

    RankReader(ParserRules rules) {
        this.rules = rules;
    }

    @Nullable
    Integer read(JsonNode root, @Nullable String header) throws EngineError {
        Integer rank = null;
        if (rules.engine() == Engine.SGLANG) {
            rank = RequestParser.integer(root, "routed_dp_rank");
            if (rank == null) {
                rank = RequestParser.integer(root, "data_parallel_rank");
            }
        }
        if (rank == null && header != null) {
            rank = number(header);
        }
        if (rank != null && (rank < rules.firstRank() || rank >= rules.firstRank() + rules.ranks())) {
            throw EngineError.badRequest("data parallel rank " + rank + " is out of range: this engine owns ranks "
                    + rules.firstRank() + " to " + (rules.firstRank() + rules.ranks() - 1) + ".");
        }
        return rank;
    }

    private @Nullable Integer number(String header) throws EngineError {
        try {
            return Integer.valueOf(header.trim());
        } catch (NumberFormatException e) {
            if (rules.engine() == Engine.SGLANG) {
                throw EngineError.badRequest("X-Data-Parallel-Rank must be an integer.");
            }
            return null;
        }
    }
}
