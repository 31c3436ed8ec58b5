package dev.warmpath.config.address;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Unreadable;

/** A path on a worker, with a query perhaps, as it goes into a request line: {@code /health}. */
public final class UrlPath implements Kind<String> {

    public static final UrlPath KIND = new UrlPath();

    private UrlPath() {}

    @Override
    public String expected() {
        return "a path of printable ASCII characters such as /health";
    }

    @Override
    public String read(Node.Scalar scalar) throws Unreadable {
        String text = scalar.text();
        boolean printable = text.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '#');
        if (!text.startsWith("/") || text.startsWith("//") || !printable) {
            throw new Unreadable("is not " + expected(), "Write it with one slash at the beginning and no host");
        }
        return text;
    }

    @Override
    public Object write(String value) {
        return value;
    }
}
