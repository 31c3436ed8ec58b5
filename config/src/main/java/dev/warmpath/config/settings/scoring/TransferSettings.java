package dev.warmpath.config.settings.scoring;

import dev.warmpath.config.settings.workers.TopologyLabels;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What moving KV blocks from a prefill to a decode worker costs ({@code scoring.transfer}), in blocks of load for each
 * block that must move. The cheapest label that both share counts. Holds between workers that carry
 * {@link TopologyLabels}; the defaults order the distances and are a starting point, not measured.
 *
 * @param sameHost cost for each block within one host; likewise the others
 * @param elsewhere where no label is shared, or one of the two carries none
 * @param require pairs that share neither this label nor the host are never made; null to make them at their cost
 */
public record TransferSettings(
        double sameHost,
        double sameRail,
        double sameRack,
        double sameZone,
        double elsewhere,
        @Nullable Label require) {

    /** The highest cost of a block. */
    public static final double MAX_COST = 1000;

    /** What two workers may share. */
    public enum Label {
        HOST,
        RAIL,
        RACK,
        ZONE;

        /** As configuration, answers and messages write it. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The documented starting point: preferred, not required. */
    public static TransferSettings defaults() {
        return new TransferSettings(0, 0.1, 0.2, 0.5, 1, null);
    }
}
