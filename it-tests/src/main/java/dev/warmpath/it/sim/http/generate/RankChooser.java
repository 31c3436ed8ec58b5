package dev.warmpath.it.sim.http.generate;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.http.EngineProfile;
import dev.warmpath.it.sim.request.EngineRequest;
import dev.warmpath.it.sim.request.EngineRequest.Rendezvous;
import dev.warmpath.it.sim.schedule.Rank;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rank of a leg: the one that its request asks for; on an SGLang prefill worker the one that follows from its room;
 * else the one with the fewest legs, and among those the next in turn. Belongs to the engine's context.
 */
final class RankChooser {

    private final EngineProfile profile;
    private final List<Rank> ranks;
    private int turn;

    RankChooser(EngineProfile profile, List<Rank> ranks) {
        this.profile = profile;
        this.ranks = ranks;
    }

    Rank choose(EngineRequest request, @Nullable Rendezvous rendezvous) {
        Integer asked = request.rank();
        if (asked != null) {
            return ranks.get(asked - profile.firstRank());
        }
        if (rendezvous != null && profile.role() == Role.PREFILL) {
            return ranks.get((int) (rendezvous.room() % ranks.size()));
        }
        return leastLoaded();
    }

    private Rank leastLoaded() {
        turn = (turn + 1) % ranks.size();
        Rank best = ranks.get(turn);
        for (int i = 1; i < ranks.size(); i++) {
            Rank rank = ranks.get((turn + i) % ranks.size());
            if (rank.legs() < best.legs()) {
                best = rank;
            }
        }
        return best;
    }
}
