package dev.warmpath.config.address;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** What a host's text says about it, without asking a name server. */
public final class Hosts {

    /** Largest TCP port. */
    public static final int MAX_PORT = 65_535;

    private static final Set<String> WILDCARDS =
            Set.of("*", "0.0.0.0", "::", "[::]", "0:0:0:0:0:0:0:0", "[0:0:0:0:0:0:0:0]");
    private static final Set<String> LOOPBACK_NAMES =
            Set.of("localhost", "::1", "[::1]", "0:0:0:0:0:0:0:1", "[0:0:0:0:0:0:0:1]");
    private static final Pattern LOOPBACK_IPV4 = Pattern.compile("127(\\.(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])){3}");

    private Hosts() {}

    /** Whether the host stands for every address of its machine. */
    public static boolean isWildcard(String host) {
        return WILDCARDS.contains(host);
    }

    /** Whether only the same machine can reach the host. A name other than {@code localhost} is taken to be reachable. */
    public static boolean isLoopback(String host) {
        String name = host.toLowerCase(Locale.ROOT);
        return LOOPBACK_NAMES.contains(name) || LOOPBACK_IPV4.matcher(name).matches();
    }
}
