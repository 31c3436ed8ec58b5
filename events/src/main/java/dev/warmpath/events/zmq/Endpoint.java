package dev.warmpath.events.zmq;

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

    boolean hasHost() {
        return !host.isEmpty();
    }

    /** Whether the host is an address already, so that no name service is asked. */
    boolean isLiteral() {
        if (host.indexOf(':') >= 0) {
            return true;
        }
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if (c != '.' && (c < '0' || c > '9')) {
                return false;
            }
        }
        return true;
    }

    /** The same endpoint at an address. */
    String at(String address) {
        return TCP + (address.indexOf(':') >= 0 ? "[" + address + "]" : address) + ":" + port;
    }
}
