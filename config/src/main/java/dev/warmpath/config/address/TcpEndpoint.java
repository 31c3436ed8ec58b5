package dev.warmpath.config.address;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Unreadable;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A ZMQ endpoint over TCP, as the engines' own flags write it: {@code tcp://10.0.0.1:5557}, {@code tcp://*:5557}.
 *
 * @param host name, IPv4 address, IPv6 address in brackets, or {@code *}; lower case
 * @param port TCP port; 0, only where the router binds, has one allocated
 */
public record TcpEndpoint(String host, int port) {

    private static final Pattern TEXT =
            Pattern.compile("tcp://(\\*|[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+(?:%[A-Za-z0-9._-]+)?]):([0-9]{1,5})");

    private static final String AUTO = "auto";
    private static final TcpEndpoint ALLOCATED = new TcpEndpoint("0.0.0.0", 0);

    /** An endpoint to connect to. */
    public static final Kind<TcpEndpoint> CONNECT = new Written(false);

    /** An endpoint to bind: port 0 has one allocated, and {@code auto} means that on every address. */
    public static final Kind<TcpEndpoint> BIND = new Written(true);

    /** An endpoint from the text of one that was checked before. */
    public static TcpEndpoint ofChecked(String text) {
        int colon = text.lastIndexOf(':');
        return new TcpEndpoint(text.substring("tcp://".length(), colon), Integer.parseInt(text.substring(colon + 1)));
    }

    /** An endpoint from somebody's text; null when it is none. */
    public static @Nullable TcpEndpoint parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        return matcher.matches()
                ? new TcpEndpoint(matcher.group(1).toLowerCase(Locale.ROOT), Integer.parseInt(matcher.group(2)))
                : null;
    }

    /** The same endpoint, with a wildcard replaced: a wildcard cannot be connected to. */
    public TcpEndpoint reachableAt(String workerHost) {
        return Hosts.isWildcard(host) ? new TcpEndpoint(workerHost, port) : this;
    }

    /** The endpoint a few ports further on. */
    public TcpEndpoint plus(int ports) {
        return new TcpEndpoint(host, port + ports);
    }

    @Override
    public String toString() {
        return "tcp://" + host + ":" + port;
    }

    private record Written(boolean bound) implements Kind<TcpEndpoint> {
        @Override
        public String expected() {
            return bound
                    ? "auto, or an address such as tcp://0.0.0.0:6000"
                    : "a ZMQ endpoint such as tcp://10.0.0.1:5557";
        }

        @Override
        public TcpEndpoint read(Node.Scalar scalar) throws Unreadable {
            if (bound && scalar.text().equals(AUTO)) {
                return ALLOCATED;
            }
            Matcher matcher = TEXT.matcher(scalar.text());
            if (!matcher.matches()) {
                throw new Unreadable("is not " + expected(), "Write tcp://host:port, an IPv6 host in brackets");
            }
            int port = Integer.parseInt(matcher.group(2));
            int lowest = bound ? 0 : 1;
            if (port < lowest || port > Hosts.MAX_PORT) {
                throw new Unreadable(
                        "has a port out of range", "Write a port from " + lowest + " to " + Hosts.MAX_PORT);
            }
            String host = matcher.group(1).toLowerCase(Locale.ROOT);
            return new TcpEndpoint(bound && host.equals("*") ? ALLOCATED.host() : host, port);
        }

        @Override
        public Object write(TcpEndpoint value) {
            return bound && value.equals(ALLOCATED) ? AUTO : value.toString();
        }
    }
}
