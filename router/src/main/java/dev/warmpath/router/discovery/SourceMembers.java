package dev.warmpath.router.discovery;

import dev.warmpath.router.discovery.source.Announcement;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The workers that one source has put into the fleet, and which of those that left were drained by an operator. */
final class SourceMembers {

    /** @param withdrawnAt by the monotonic clock, since when its source yields it no more; null while it does */
    record Member(Announcement announcement, @Nullable Long withdrawnAt) {}

    private final int most;
    private final Map<String, Member> byId = new LinkedHashMap<>();
    private final Map<String, Instant> drained;

    /** @param most how many there may be, and how many drains of those that left are remembered */
    SourceMembers(int most) {
        this.most = most;
        this.drained = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
                return size() > most;
            }
        };
    }

    int count() {
        return byId.size();
    }

    boolean full() {
        return byId.size() >= most;
    }

    @Nullable
    Member of(String id) {
        return byId.get(id);
    }

    /** A copy: the caller may change what is there. */
    List<String> ids() {
        return List.copyOf(byId.keySet());
    }

    void put(Announcement announcement) {
        byId.put(announcement.id(), new Member(announcement, null));
        // From now on the fleet knows, and a drain of a predecessor must not outlive an undrain.
        drained.remove(key(announcement));
    }

    /** Its source yields it again. */
    void keep(String id) {
        byId.computeIfPresent(id, (same, member) -> new Member(member.announcement(), null));
    }

    void withdraw(String id, long now) {
        byId.computeIfPresent(
                id, (same, member) -> member.withdrawnAt() == null ? new Member(member.announcement(), now) : member);
    }

    /** @param drainingSince when an operator took it out of service, or null */
    void remove(String id, @Nullable Instant drainingSince) {
        Member gone = byId.remove(id);
        if (gone != null && drainingSince != null) {
            drained.put(key(gone.announcement()), drainingSince);
        }
    }

    /** When an operator drained what was announced just so before and has left since; null once it has joined again. */
    @Nullable
    Instant drainedBefore(Announcement again) {
        return drained.get(key(again));
    }

    private static String key(Announcement announcement) {
        return announcement.origin() + " " + announcement.id();
    }
}
