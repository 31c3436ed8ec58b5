package dev.warmpath.events.port;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ports that Kubernetes hands out as NodePorts, which no block may touch: with IPVS, kube-proxy puts a virtual
 * service on every node address for each claimed one, so a bind there and a loopback connection both work while peers
 * that dial the node's address are reset.
 */
final class NodePortGuard {

    /** {@code low-high} moves the range, {@code none} or {@code off} lifts it, blank is the default. */
    static final String VARIABLE = "WARMPATH_NODEPORT_RANGE";

    /** Default of the API server's {@code --service-node-port-range}. */
    static final PortRange DEFAULT = new PortRange(30_000, 32_767);

    private static final Logger LOG = LoggerFactory.getLogger(NodePortGuard.class);

    private NodePortGuard() {}

    /** Returns the range to stay out of, or null for none. A value that says nothing usable never lifts the guard. */
    static @Nullable PortRange of(@Nullable String value) {
        if (value == null || value.isBlank()) {
            return DEFAULT;
        }
        String trimmed = value.strip();
        String word = trimmed.toLowerCase(Locale.ROOT);
        if (word.equals("none") || word.equals("off")) {
            return null;
        }
        try {
            return PortRange.parse(trimmed);
        } catch (IllegalArgumentException e) {
            LOG.atWarn()
                    .addKeyValue("variable", VARIABLE)
                    .addKeyValue("value", trimmed)
                    .addKeyValue("used", DEFAULT)
                    .log("Not a port range; write low-high, or none for no guard");
            return DEFAULT;
        }
    }
}
