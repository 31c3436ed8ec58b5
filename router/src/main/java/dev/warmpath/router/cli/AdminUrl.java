package dev.warmpath.router.cli;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the address of an admin port. A scheme is not guessed: what is meant for https must not go out in the clear. */
final class AdminUrl implements ITypeConverter<URI> {

    @Override
    public URI convert(String text) {
        try {
            URI url = new URI(text);
            boolean http = "http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme());
            if (http && url.getHost() != null) {
                return url;
            }
        } catch (URISyntaxException notOne) {
            throw refused(text);
        }
        throw refused(text);
    }

    private static TypeConversionException refused(String text) {
        String hint = text.contains("://") ? "http://127.0.0.1:9090" : "http://" + text + " or https://" + text;
        return new TypeConversionException("'" + text + "' is not the URL of an admin port; write it as " + hint);
    }
}
