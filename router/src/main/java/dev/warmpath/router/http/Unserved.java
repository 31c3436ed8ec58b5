package dev.warmpath.router.http;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.router.endpoint.Endpoint;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.router.legs.LegFault;
import dev.warmpath.router.legs.WorkerAnswer;
import dev.warmpath.router.observe.request.ModelNames;
import dev.warmpath.scorer.choice.Choice;
import org.jspecify.annotations.Nullable;

/** What the client of a request that no worker serves is told of the reason. */
final class Unserved {

    private Unserved() {}

    /**
     * No worker of the fleet could take it.
     *
     * @param keeper the one worker that could have, or null where it was not about one
     */
    static ErrorAnswer byAnybody(
            ModelNames models, FleetView fleet, String model, @Nullable String keeper, Endpoint endpoint) {
        if (!models.has(model)) {
            return ErrorAnswer.modelNotFound();
        }
        boolean unable = fleet.pairings(model, endpoint).isEmpty();
        if (keeper != null || !unable || fleet.pairings(model).isEmpty()) {
            String what = unable ? "No worker is registered for this model now." : "No worker serves this adapter now.";
            return ErrorAnswer.unavailable(what, "no_worker");
        }
        Engine engine = endpoint.engine();
        return engine != null && !fleet.runs(model, engine)
                ? ErrorAnswer.otherEngine(endpoint, engine)
                : ErrorAnswer.notDisaggregated(endpoint);
    }

    /** There are workers, and none may be chosen. */
    static ErrorAnswer byChoice(Choice.NoTarget none) {
        String role = none.role().key();
        return ErrorAnswer.unavailable(
                "No " + role + " worker can serve this model now: " + none.reason() + ".", "no_" + role);
    }

    /** The last try's worker failed, and {@linkplain #said said nothing} that is for the client. */
    static ErrorAnswer byLastTry(LegFault fault) {
        String worker = "The " + fault.role().key() + " worker ";
        if (fault.credentialsRefused()) {
            return ErrorAnswer.badGateway(worker + "refused the router's own credentials.", "worker_credentials");
        }
        if (fault.kind() == LegFault.Kind.HAND_OFF_EXPIRED) {
            return ErrorAnswer.handOffExpired();
        }
        if (fault.kind() == LegFault.Kind.POOL_FULL) {
            return ErrorAnswer.poolFull(fault.role().key());
        }
        String kind = fault.kind().key();
        return ErrorAnswer.badGateway(worker + "failed (" + kind + ") and no other could take the request.", kind);
    }

    /** The failed worker's own answer, which the client gets as it is; or null. */
    static @Nullable WorkerAnswer said(LegFault fault) {
        return fault.credentialsRefused() ? null : fault.answer();
    }
}
