package dev.warmpath.config.address;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Unreadable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A range of TCP ports, written {@code 20000-20999}, both ends included; empty leaves the choice to the allocator. */
public final class PortRange implements Kind<String> {

    public static final PortRange KIND = new PortRange();

    private static final Pattern TEXT = Pattern.compile("([0-9]{1,5})-([0-9]{1,5})");

    private PortRange() {}

    @Override
    public String expected() {
        return "a port range such as 20000-20999, or \"\"";
    }

    @Override
    public String read(Node.Scalar scalar) throws Unreadable {
        String text = scalar.text();
        if (text.isEmpty()) {
            return text;
        }
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new Unreadable("is not " + expected(), "Write low-high");
        }
        int low = Integer.parseInt(matcher.group(1));
        int high = Integer.parseInt(matcher.group(2));
        if (low < 1 || high > Hosts.MAX_PORT || low > high) {
            throw new Unreadable("is not a range of ports", "Write low-high, both from 1 to 65535, low first");
        }
        return text;
    }

    @Override
    public Object write(String value) {
        return value;
    }
}
