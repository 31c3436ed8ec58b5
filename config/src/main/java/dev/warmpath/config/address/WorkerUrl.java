package dev.warmpath.config.address;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Unreadable;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * A worker's HTTP endpoint, {@code http://10.0.0.1:30000} or {@code http://[::1]:30000}. It is the worker's identity, so
 * one endpoint has one text: lower case, no slash at the end.
 */
public final class WorkerUrl implements Kind<URI> {

    public static final WorkerUrl KIND = new WorkerUrl();

    private static final String REMEDY = "Write http or https, host and port, like http://10.0.0.1:30000";

    private WorkerUrl() {}

    @Override
    public String expected() {
        return "a worker's URL such as http://10.0.0.1:30000";
    }

    /** The one text of a worker's URL, or empty where the text is no such URL. */
    public static Optional<URI> normalise(String text) {
        try {
            return Optional.of(KIND.read(text));
        } catch (Unreadable notAUrl) {
            return Optional.empty();
        }
    }

    @Override
    public URI read(Node.Scalar scalar) throws Unreadable {
        return read(scalar.text());
    }

    private URI read(String text) throws Unreadable {
        URI url;
        try {
            url = new URI(text);
        } catch (URISyntaxException e) {
            // The exception's text repeats the input, which may hold credentials.
            throw new Unreadable("is not a URL: " + e.getReason() + " at character " + (e.getIndex() + 1), REMEDY);
        }
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https")) {
            throw new Unreadable("is not an http or https URL", REMEDY);
        }
        if (url.getRawUserInfo() != null) {
            throw new Unreadable("holds credentials", "Write them as api_key");
        }
        if (url.getHost() == null) {
            boolean underscore =
                    url.getRawAuthority() != null && url.getRawAuthority().contains("_");
            throw new Unreadable(
                    underscore ? "has a host name with an underscore, which URLs do not allow" : "has no valid host",
                    REMEDY);
        }
        if (url.getPort() < 1 || url.getPort() > Hosts.MAX_PORT) {
            throw new Unreadable("has no port from 1 to 65535", REMEDY);
        }
        boolean bare = url.getRawPath().isEmpty() || url.getRawPath().equals("/");
        if (!bare || url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new Unreadable("has something after the port", "Write the URL without path, query and fragment");
        }
        return URI.create(scheme + "://" + url.getHost().toLowerCase(Locale.ROOT) + ":" + url.getPort());
    }

    @Override
    public Object write(URI value) {
        return value.toString();
    }

    /** Credentials in the URL are masked, also where it does not parse. */
    @Override
    public String shown(String text) {
        int at = text.lastIndexOf('@');
        if (at < 0) {
            return text;
        }
        int slashes = text.indexOf("//");
        return text.substring(0, slashes < 0 || slashes > at ? 0 : slashes + 2) + "***" + text.substring(at);
    }
}
