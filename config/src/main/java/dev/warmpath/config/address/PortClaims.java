package dev.warmpath.config.address;

import dev.warmpath.config.section.Section;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Who uses which TCP ports of which host, to find two that want the same one. Hosts are compared as text: two names of
 * one machine are not recognised.
 */
public final class PortClaims {

    private final List<Claim> claims = new ArrayList<>();

    /**
     * The use of a range of ports.
     *
     * @param host the host that listens; a wildcard meets every host of the same set of claims
     * @param low first port
     * @param high last port
     * @param holder what uses them, as a problem names it: a configuration path
     * @param complaint where a problem with this use goes, as message and remedy; null for one that was checked
     *     before, which is claimed before any that is not
     */
    public record Claim(
            String host,
            int low,
            int high,
            String holder,
            @Nullable BiConsumer<String, String> complaint) {
        @Override
        public String toString() {
            return holder + (low == high ? " (port " + low + ")" : " (ports " + low + " to " + high + ")");
        }
    }

    public void add(Claim claim) {
        claims.add(claim);
    }

    /** Claims the port that a key names, which gets the complaint; 0 is any that is free and claims none. */
    public void addPort(Section section, String key, String host, int port) {
        if (port != 0) {
            add(new Claim(
                    host,
                    port,
                    port,
                    section.path(key),
                    (message, remedy) -> section.refuse(key, message, null, remedy)));
        }
    }

    /**
     * Complains about claims that share a port, to the one made later. Costs a sort per host, however wide the ranges.
     *
     * @param remedy what to do about it
     */
    public void complainOfOverlaps(String remedy) {
        Map<String, List<Placed>> byHost = new TreeMap<>();
        List<Placed> everywhere = new ArrayList<>();
        for (int order = 0; order < claims.size(); order++) {
            Claim claim = claims.get(order);
            Placed placed = new Placed(claim, order);
            if (Hosts.isWildcard(claim.host())) {
                everywhere.add(placed);
            } else {
                byHost.computeIfAbsent(claim.host(), host -> new ArrayList<>()).add(placed);
            }
        }
        complain(everywhere, "all addresses", remedy);
        byHost.forEach((host, onHost) -> {
            onHost.addAll(everywhere);
            complain(onHost, host, remedy);
        });
    }

    /** A claim and when it was made. */
    private record Placed(Claim claim, int order) {}

    private static void complain(List<Placed> claims, String host, String remedy) {
        claims.sort(Comparator.comparingInt(placed -> placed.claim().low()));
        Placed reaching = null;
        for (Placed placed : claims) {
            if (reaching != null && placed.claim().low() <= reaching.claim().high()) {
                boolean inOrder = placed.order() > reaching.order();
                complain(inOrder ? placed : reaching, inOrder ? reaching : placed, host, remedy);
            }
            if (reaching == null || placed.claim().high() > reaching.claim().high()) {
                reaching = placed;
            }
        }
    }

    private static void complain(Placed later, Placed earlier, String host, String remedy) {
        BiConsumer<String, String> complaint = later.claim().complaint();
        if (complaint != null) {
            complaint.accept("overlaps on " + host + ": " + later.claim() + " and " + earlier.claim(), remedy);
        }
    }
}
