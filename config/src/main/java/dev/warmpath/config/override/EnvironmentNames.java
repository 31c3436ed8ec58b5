package dev.warmpath.config.override;

import dev.warmpath.config.document.KeyPath;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Names of environment variables: {@code WARMPATH_} and the path in upper case, its steps joined by two underscores
 * ({@code WARMPATH_WORKERS__0__BLOCK_SIZE}). No key holds two underscores in a row, so a name means one path.
 */
final class EnvironmentNames {

    static final String PREFIX = "WARMPATH_";

    /** Read elsewhere: by the launcher, the port-block allocator and the logging configuration. */
    private static final Set<String> NOT_SETTINGS =
            Set.of("WARMPATH_JVM_OPTS", "WARMPATH_NODEPORT_RANGE", "WARMPATH_LOG_LEVEL", "WARMPATH_ACCESS_LOG");

    /**
     * Kubernetes gives every container such variables for every Service in its namespace, so a Service whose name
     * begins with {@code warmpath} makes some that look like ours. See "Accessing the Service" in its documentation.
     */
    private static final Pattern SERVICE_LINK = Pattern.compile(
            "WARMPATH_(?:[A-Z0-9_]*_)?(?:SERVICE_HOST|SERVICE_PORT(?:_[A-Z0-9_]+)?|PORT_[0-9]+_(?:TCP|UDP|SCTP)(?:_[A-Z]+)?)");

    private static final Pattern LINK_PORT = Pattern.compile("WARMPATH_(?:[A-Z0-9_]*_)?PORT");
    private static final Pattern LINK_VALUE = Pattern.compile("(?:tcp|udp|sctp)://.*");

    private EnvironmentNames() {}

    /** Whether a variable is meant for the loader. */
    static boolean isOverride(String name, String value) {
        return name.startsWith(PREFIX) && !NOT_SETTINGS.contains(name) && !isServiceLink(name, value);
    }

    private static boolean isServiceLink(String name, String value) {
        boolean port =
                LINK_PORT.matcher(name).matches() && LINK_VALUE.matcher(value).matches();
        return !name.contains("__") && (port || SERVICE_LINK.matcher(name).matches());
    }

    /** The path that a variable names; it may lead nowhere. */
    static KeyPath path(String name) {
        String[] parts = name.substring(PREFIX.length()).split("__", -1);
        return KeyPath.ofParts(Stream.of(parts).map(EnvironmentNames::lowerCase).toList());
    }

    /** Lower case, except that a name which is not all upper case stays and so leads nowhere: one name per path. */
    private static String lowerCase(String part) {
        return part.equals(part.toUpperCase(Locale.ROOT)) ? part.toLowerCase(Locale.ROOT) : part;
    }

    /** The variable's name for a path, given as text. */
    static String nameOf(String path) {
        String parts = path.replace("[", "__").replace("]", "").replace(".", "__");
        return PREFIX + parts.toUpperCase(Locale.ROOT);
    }
}
