package dev.warmpath.router.disagg;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.body.BodyPatch;
import dev.warmpath.router.body.GenerationRequest;
import dev.warmpath.router.body.ProtocolFields;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.worker.Worker;
import org.jspecify.annotations.Nullable;

/**
 * A chosen target together with its worker.
 *
 * @param urgency of the request that is to take it, higher before lower; null to tell the engine nothing
 */
public record Seat(Worker worker, Target target, @Nullable Integer urgency) {

    /** For a request whose urgency is not told. */
    public Seat(Worker worker, Target target) {
        this(worker, target, null);
    }

    /**
     * The client's body without what steers engines, and with what every leg to this target says: its rank where the engine
     * reads that in the body, and how urgent it is. For vLLM a lower {@code priority} goes first, for SGLang a higher one.
     */
    public BodyPatch patch(GenerationRequest request) {
        BodyPatch patch = ProtocolFields.drop(request.body(), request.body().patch());
        Engine engine = worker.engine().known();
        if (needsRank() && engine == Engine.SGLANG) {
            patch.set("routed_dp_rank", Integer.toString(target.rank()));
        }
        Integer told = urgency;
        if (told != null && takesPriority(request.endpoint())) {
            patch.set("priority", Integer.toString(engine == Engine.SGLANG ? told : -told));
        }
        return patch;
    }

    /** Anthropic's messages have no such member; what is not generated is not scheduled by it. */
    private static boolean takesPriority(Endpoint endpoint) {
        return switch (endpoint.prompt()) {
            case CHAT, COMPLETION, RESPONSE, TOKEN_IDS, GENERATE -> true;
            case MESSAGES, NONE -> false;
        };
    }

    /** Whether the worker must be told the rank, because it has more than one or they do not start at 0. */
    public boolean needsRank() {
        return worker.settings().dpSize() > 1 || worker.settings().dpStart() > 0;
    }

    /** The rank's position among the worker's own. */
    public int localRank() {
        return target.rank() - worker.settings().dpStart();
    }
}
