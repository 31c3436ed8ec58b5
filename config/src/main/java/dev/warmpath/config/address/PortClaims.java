package dev.warmpath.config.address;

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
     * @param complaint where a problem with this use goes, as message and remedy; null if it was there before
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

    /**
     * Complains about every claim that reaches into an earlier one. Costs a sort per host, however wide the ranges.
     *
     * @param remedy what to do about it
     */
    public void complainOfOverlaps(String remedy) {
        Map<String, List<Claim>> byHost = new TreeMap<>();
        List<Claim> everywhere = new ArrayList<>();
        for (Claim claim : claims) {
            if (Hosts.isWildcard(claim.host())) {
                everywhere.add(claim);
            } else {
                byHost.computeIfAbsent(claim.host(), host -> new ArrayList<>()).add(claim);
            }
        }
        complain(everywhere, "all addresses", remedy);
        byHost.forEach((host, onHost) -> {
            onHost.addAll(everywhere);
            complain(onHost, host, remedy);
        });
    }

    private static void complain(List<Claim> claims, String host, String remedy) {
        claims.sort(Comparator.comparingInt(Claim::low));
        Claim reaching = null;
        for (Claim claim : claims) {
            if (reaching != null && claim.low() <= reaching.high()) {
                boolean isNew = claim.complaint() != null;
                Claim addressed = isNew ? claim : reaching;
                Claim other = isNew ? reaching : claim;
                if (addressed.complaint() != null) {
                    String message = "overlaps on " + host + ": " + addressed + " and " + other;
                    addressed.complaint().accept(message, remedy);
                }
            }
            if (reaching == null || claim.high() > reaching.high()) {
                reaching = claim;
            }
        }
    }
}
