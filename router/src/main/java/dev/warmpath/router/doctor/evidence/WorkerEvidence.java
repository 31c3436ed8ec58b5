package dev.warmpath.router.doctor.evidence;

import dev.warmpath.config.settings.workers.WorkerSettings;
import dev.warmpath.router.breaker.Circuit;
import dev.warmpath.router.fleet.worker.EngineFinding;
import dev.warmpath.router.fleet.worker.HealthStatus;
import dev.warmpath.router.load.PollStatus;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One worker at one moment.
 *
 * @param drainingSince when an operator took it out of service, or null
 * @param connections breaker of its connections
 * @param bootstrapTrouble what keeps its bootstrap server from answering, or empty
 * @param engine what is known of its engine
 * @param loadPoll how the questions for its own load go
 * @param foreignChats models whose chats are prepared as another engine does
 * @param ranks in rank order
 */
public record WorkerEvidence(
        String id,
        WorkerSettings settings,
        HealthStatus health,
        @Nullable Instant drainingSince,
        Circuit.State connections,
        String bootstrapTrouble,
        EngineFinding engine,
        PollStatus loadPoll,
        List<String> foreignChats,
        List<RankEvidence> ranks) {

    public WorkerEvidence {
        foreignChats = List.copyOf(foreignChats);
        ranks = List.copyOf(ranks);
    }
}
