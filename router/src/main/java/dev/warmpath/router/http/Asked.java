package dev.warmpath.router.http;

import dev.warmpath.router.body.RoutedRequest;
import dev.warmpath.router.fleet.Adapters;
import dev.warmpath.router.fleet.FleetView;
import dev.warmpath.scorer.choice.Pairing;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A request that has been read, and whom it is for.
 *
 * @param keeper the one worker that can serve it, or null where others can as well
 */
record Asked(RoutedRequest request, @Nullable String keeper) {

    /** Who can serve a request, together or alone. */
    static List<Pairing> pairings(Adapters adapters, FleetView fleet, RoutedRequest request, @Nullable String keeper) {
        return keeper == null ? adapters.pairings(request, fleet) : fleet.only(keeper);
    }
}
