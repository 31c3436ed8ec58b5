package dev.warmpath.events.zmq;

import dev.warmpath.events.name.HostNames;

/**
 * A ZMQ endpoint in parts.
 *
 * @param host name or address, IPv6 without brackets; empty for a transport that has none
 * @param port the port as written; may be {@code *} when binding
 */
record Endpoint(String text, String host, String port) {

    private static final String TCP = "tcp://";

    /**
     * Only {@code tcp} is taken apart; other transports are left to the library.
     *
     * @throws IllegalArgumentException saying what is wrong
     */
    static Endpoint parse(String text) {
        if (!text.startsWith(TCP)) {
            return new Endpoint(text, "", "");
        }
        int colon = text.lastIndexOf(':');
        if (colon < TCP.length() + 1) {
            throw new IllegalArgumentException("endpoint " + text + " is not tcp://host:port");
        }
        String host = text.substring(TCP.length(), colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        return new Endpoint(text, host, text.substring(colon + 1));
    }

    /** Whether an endpoint's host is a name; not if the endpoint makes no sense. */
    static boolean isNamed(String text) {
        try {
            return parse(text).isNamed();
        } catch (IllegalArgumentException senseless) {
            return false;
        }
    }

    /** Whether a name service has to be asked for the host. */
    boolean isNamed() {
        return !host.isEmpty() && !HostNames.isAddress(host);
    }

    /** The same endpoint at an address. */
    String at(String address) {
        return TCP + (address.indexOf(':') >= 0 ? "[" + address + "]" : address) + ":" + port;
    }
}
