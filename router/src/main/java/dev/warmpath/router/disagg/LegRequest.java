package dev.warmpath.router.disagg;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.router.fleet.worker.Worker;
import io.vertx.core.buffer.Buffer;
import java.util.Map;

/**
 * What is sent to one target.
 *
 * @param role what the leg is for; {@code MIXED} for one that does both on a mixed worker
 * @param headers set on top of what is forwarded from the client
 */
public record LegRequest(Role role, Worker worker, Target target, Buffer body, Map<String, String> headers) {

    public LegRequest {
        headers = Map.copyOf(headers);
    }

    /** What is sent to a seat's target, for what its worker is there for, with its rank told. */
    public static LegRequest to(Seat seat, Buffer body) {
        return new LegRequest(
                seat.worker().settings().role(), seat.worker(), seat.target(), body, RankSteering.headers(seat));
    }
}
