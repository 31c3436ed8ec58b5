package dev.warmpath.router.discovery.kubernetes;

import io.fabric8.kubernetes.client.OAuthTokenProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A bearer token in a file whose content somebody renews, as the kubelet does with projected tokens: read for each request,
 * of which there are a few per minute.
 */
final class TokenFile implements OAuthTokenProvider {

    /** Tokens of service accounts have about 1 KB. */
    private static final long LONGEST = 64 << 10;

    private final Path file;

    TokenFile(Path file) {
        this.file = file;
    }

    /** @throws UncheckedIOException when the file holds no token; its text has the path and never the content */
    @Override
    public String getToken() {
        try {
            String token =
                    Files.size(file) > LONGEST ? "" : Files.readString(file).strip();
            if (token.isEmpty() || !token.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
                throw new IOException("it holds no token");
            }
            return token;
        } catch (CharacterCodingException notText) {
            throw unreadable("it holds no token", notText);
        } catch (IOException failed) {
            throw unreadable(String.valueOf(failed.getMessage()), failed);
        }
    }

    private UncheckedIOException unreadable(String why, IOException cause) {
        return new UncheckedIOException("token_file " + file + " cannot be used: " + why, cause);
    }
}
