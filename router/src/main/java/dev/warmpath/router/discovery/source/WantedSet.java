package dev.warmpath.router.discovery.source;

import java.util.List;

/**
 * All that a source says at one time.
 *
 * @param announced workers as they were announced
 * @param rejected what of it the source itself could make no worker of
 */
public record WantedSet(List<Announcement> announced, List<Rejection> rejected) {

    public WantedSet {
        announced = List.copyOf(announced);
        rejected = List.copyOf(rejected);
    }

    /** Whether somebody of it can serve. */
    public boolean serves() {
        return announced.stream().anyMatch(one -> one.presence() == Presence.SERVING);
    }
}
