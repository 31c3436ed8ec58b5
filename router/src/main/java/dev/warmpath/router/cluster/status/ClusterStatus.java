package dev.warmpath.router.cluster.status;

import dev.warmpath.router.cluster.wire.Hello;
import dev.warmpath.router.cluster.wire.Refused;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The cluster as this router sees it at one moment.
 *
 * @param since when it came to this state
 * @param trouble why joining failed the last time, or null
 * @param self what this router says of itself; null while the cluster is off
 * @param members the others: those that are there, and those that were lost not long ago
 * @param sent messages to the others, and their {@code sentBytes}
 * @param refused messages and connections that were not taken, by reason
 * @param otherSecretAt address where a router was met last that knows another secret; null if none was
 * @param fullsAsked times that something was missed and all was asked for
 * @param joins times that it has joined
 * @param hintsDropped expectations that were not told because there were too many at one time
 * @param changes settings that operators have changed, here or elsewhere, and that hold here
 */
public record ClusterStatus(
        ClusterState state,
        Instant since,
        @Nullable String trouble,
        @Nullable Hello self,
        List<MemberStatus> members,
        long sent,
        long sentBytes,
        Map<Refused, Long> refused,
        @Nullable String otherSecretAt,
        long fullsAsked,
        long joins,
        long hintsDropped,
        int changes) {

    public ClusterStatus {
        members = List.copyOf(members);
        refused = Map.copyOf(refused);
    }

    /** Of a router that looks for no others. */
    public static ClusterStatus off() {
        return new ClusterStatus(
                ClusterState.OFF, Instant.EPOCH, null, null, List.of(), 0, 0, Map.of(), null, 0, 0, 0, 0);
    }

    /** How many others are in a state. */
    public long members(MemberState state) {
        return members.stream().filter(member -> member.state() == state).count();
    }
}
