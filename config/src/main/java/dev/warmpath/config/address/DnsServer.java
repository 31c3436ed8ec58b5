package dev.warmpath.config.address;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Unreadable;

/**
 * Where a DNS server listens. Its host is an address, since nobody could be asked for that of a name.
 *
 * @param host without brackets
 */
public record DnsServer(String host, int port) {

    public static final Kind<DnsServer> KIND = new Written();

    private static final int USUAL_PORT = 53;

    /** As it is written; the usual port is left out. */
    @Override
    public String toString() {
        String address = host.contains(":") ? "[" + host + "]" : host;
        return port == USUAL_PORT ? address : address + ":" + port;
    }

    private static final class Written implements Kind<DnsServer> {

        @Override
        public String expected() {
            return "an address with a port or without, such as 10.0.0.10 or [fd00::10]:5353";
        }

        @Override
        public DnsServer read(Node.Scalar scalar) throws Unreadable {
            String text = scalar.text();
            int bracket = text.indexOf(']');
            // Two colons and no brackets: an IPv6 address without a port.
            boolean bare = bracket < 0 && text.indexOf(':') != text.lastIndexOf(':');
            int colon = bare ? -1 : text.indexOf(':', Math.max(0, bracket));
            String host = colon < 0 ? text : text.substring(0, colon);
            if (bracket >= 0) {
                host = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : "";
            }
            int port = colon < 0 ? USUAL_PORT : port(text.substring(colon + 1));
            if (!HostPattern.isAddress(host) || port < 1 || port > Hosts.MAX_PORT) {
                throw new Unreadable("is not the address of a server", "Write " + expected());
            }
            return new DnsServer(host, port);
        }

        private static int port(String text) {
            return text.matches("[0-9]{1,5}") ? Integer.parseInt(text) : -1;
        }

        @Override
        public Object write(DnsServer value) {
            return value.toString();
        }
    }
}
