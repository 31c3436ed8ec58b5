package dev.warmpath.events.port;

/**
 * An inclusive range of TCP ports, written {@code low-high}.
 *
 * @param low first port, 1 to 65535
 * @param high last port, not below {@code low}
 */
public record PortRange(int low, int high) {

    private static final int LAST_PORT = 65_535;

    public PortRange {
        if (low < 1 || high > LAST_PORT || low > high) {
            throw new IllegalArgumentException(
                    "not a port range: " + low + "-" + high + " (ports are 1 to 65535, the lower one first)");
        }
    }

    /**
     * Reads {@code low-high}; blanks around the numbers are ignored.
     *
     * @throws IllegalArgumentException if the text is anything else, or the numbers are no range of ports
     */
    public static PortRange parse(String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            throw new IllegalArgumentException("not a port range: '" + text + "' (expected low-high)");
        }
        return new PortRange(port(text, text.substring(0, dash)), port(text, text.substring(dash + 1)));
    }

    private static int port(String text, String number) {
        try {
            return Integer.parseInt(number.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("not a port range: '" + text + "' (expected low-high)", e);
        }
    }

    boolean touches(int base, int count) {
        return base <= high && base + count - 1 >= low;
    }

    @Override
    public String toString() {
        return low + "-" + high;
    }
}
