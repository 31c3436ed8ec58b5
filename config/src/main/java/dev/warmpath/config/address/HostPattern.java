package dev.warmpath.config.address;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Unreadable;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A set of hosts: an address ({@code 10.0.0.1}, {@code ::1}), a network ({@code 10.0.0.0/8}, {@code fd00::/8}), a name
 * ({@code gpu-1.example.com}) or every name below one ({@code *.example.com}).
 *
 * <p>Compared as text and bits; no name server is asked. So a name is never in a network, whatever it resolves to, and
 * an address in a shortened or hexadecimal form, which some resolvers take, is a name here and in no network either.
 */
public final class HostPattern {

    /** Read and kept as text; {@link #parse} makes a pattern of it. */
    public static final Kind<String> KIND = new Text();

    private static final String EXPECTED =
            "an address, a network such as 10.0.0.0/8, a host name, or *.example.com for all names below one";
    private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]*:[0-9a-fA-F:.]*");
    private static final Pattern NAME = Pattern.compile("(\\*\\.)?[a-zA-Z0-9]([a-zA-Z0-9.-]*[a-zA-Z0-9])?");

    private final String name;
    private final byte @Nullable [] network;
    private final int bits;

    private HostPattern(String name, byte @Nullable [] network, int bits) {
        this.name = name;
        this.network = network;
        this.bits = bits;
    }

    /**
     * The pattern of a text.
     *
     * @throws IllegalArgumentException if it is none of the four forms
     */
    public static HostPattern parse(String text) {
        int slash = text.indexOf('/');
        byte[] address = literal(slash < 0 ? text : text.substring(0, slash));
        if (address == null) {
            if (!NAME.matcher(text).matches() || IPV4.matcher(text).matches()) {
                throw new IllegalArgumentException("is not " + EXPECTED);
            }
            return new HostPattern(text.toLowerCase(Locale.ROOT), null, 0);
        }
        int most = 8 * address.length;
        int bits = slash < 0 ? most : prefix(text.substring(slash + 1), most);
        return new HostPattern(text, address, bits);
    }

    private static int prefix(String text, int most) {
        if (!text.matches("[0-9]{1,3}") || Integer.parseInt(text) > most) {
            throw new IllegalArgumentException("has no prefix length from 0 to " + most + " after the slash");
        }
        return Integer.parseInt(text);
    }

    /** Whether the host, as a URL has it (an IPv6 address in brackets or not), is one of these. */
    public boolean matches(String host) {
        String bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        byte[] address = literal(bare);
        if (network != null) {
            return address != null && inNetwork(address, network);
        }
        String lower = bare.toLowerCase(Locale.ROOT);
        return address == null && (name.startsWith("*.") ? lower.endsWith(name.substring(1)) : lower.equals(name));
    }

    private boolean inNetwork(byte[] address, byte[] base) {
        if (address.length != base.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if (((address[bit / 8] ^ base[bit / 8]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether the text is a literal address, without brackets. */
    static boolean isAddress(String text) {
        return literal(text) != null;
    }

    /** The bytes of a literal address, or null if the text is none. An IPv4 address inside IPv6 counts as IPv4. */
    private static byte @Nullable [] literal(String text) {
        if (!IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return null;
        }
        try {
            // Of such a text no name server is asked.
            return InetAddress.getByName(text).getAddress();
        } catch (UnknownHostException malformed) {
            return null;
        }
    }

    private static final class Text implements Kind<String> {

        @Override
        public String expected() {
            return EXPECTED;
        }

        @Override
        public String read(Node.Scalar scalar) throws Unreadable {
            try {
                parse(scalar.text());
                return scalar.text();
            } catch (IllegalArgumentException malformed) {
                throw new Unreadable(String.valueOf(malformed.getMessage()), "Write " + EXPECTED);
            }
        }

        @Override
        public Object write(String value) {
            return value;
        }
    }
}
