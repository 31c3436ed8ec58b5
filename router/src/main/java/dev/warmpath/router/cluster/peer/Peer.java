package dev.warmpath.router.cluster.peer;

import dev.warmpath.events.kv.Target;
import dev.warmpath.router.cluster.status.MemberState;
import dev.warmpath.router.cluster.status.MemberStatus;
import dev.warmpath.router.cluster.wire.Hello;
import dev.warmpath.scorer.load.SharedLoad;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of one other router. On the cluster's thread. */
final class Peer {

    final String id;
    final Acquaintance acquaintance;
    /** Its place in each target's load of others. */
    final int slot;

    /** Its targets, those that this router does not know left out. */
    final Map<Target, SharedLoad> loads = new HashMap<>();

    MemberState state = MemberState.LIVE;
    Instant since;
    long heardNanos;
    long sequence = -1;
    /** Whether it was heard whole since it was first heard, or since something was missed. */
    boolean whole;

    long askedNanos;
    long messages;
    long bytes;
    long missed;

    @Nullable
    Hello hello;

    Peer(String id, Acquaintance acquaintance, int slot, Instant since, long nowNanos) {
        this.id = id;
        this.acquaintance = acquaintance;
        this.slot = slot;
        this.since = since;
        this.heardNanos = nowNanos;
        this.askedNanos = nowNanos - Long.MAX_VALUE / 2;
    }

    String name() {
        Hello known = hello;
        return known == null ? id : known.name();
    }

    void turn(MemberState next, Instant now) {
        state = next;
        since = now;
    }

    MemberStatus status(long nowNanos) {
        long requests = 0;
        long blocks = 0;
        if (state == MemberState.LIVE) {
            for (SharedLoad load : loads.values()) {
                requests += load.requests();
                blocks += load.inflightBlocks();
            }
        }
        return new MemberStatus(
                id,
                name(),
                state,
                since,
                (nowNanos - heardNanos) / 1_000_000,
                messages,
                bytes,
                missed,
                requests,
                blocks,
                hello);
    }
}
