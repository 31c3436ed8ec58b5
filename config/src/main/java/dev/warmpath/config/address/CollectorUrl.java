package dev.warmpath.config.address;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Unreadable;
import java.net.URI;
import java.net.URISyntaxException;

/** Where traces are sent: an http or https URL with its path, or nothing. */
public final class CollectorUrl implements Kind<String> {

    public static final CollectorUrl KIND = new CollectorUrl();

    private CollectorUrl() {}

    @Override
    public String expected() {
        return "a URL such as http://collector:4318/v1/traces, or \"\" for no traces";
    }

    @Override
    public String read(Node.Scalar scalar) throws Unreadable {
        String text = scalar.text();
        if (!text.isEmpty() && !isUrl(text)) {
            throw new Unreadable("is not " + expected(), "Write it with scheme, host and path");
        }
        return text;
    }

    private static boolean isUrl(String text) {
        try {
            URI url = new URI(text);
            boolean web = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            return web && url.getHost() != null && url.getUserInfo() == null && url.getFragment() == null;
        } catch (URISyntaxException broken) {
            return false;
        }
    }

    @Override
    public Object write(String value) {
        return value;
    }
}
