package dev.warmpath.router.access;

import dev.warmpath.config.settings.ClientKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that clients may call with. What a client gives is hashed and its digest compared with that of every key, in a
 * time that depends neither on which key matches nor on whether one does; a missing key goes the same way.
 */
public final class ClientKeys {

    private static final String SCHEME = "Bearer ";

    private final byte[][] digests;

    public ClientKeys(List<ClientKey> keys) {
        digests =
                keys.stream().map(key -> HexFormat.of().parseHex(key.sha256())).toArray(byte[][]::new);
    }

    /**
     * Whether a request may pass. Always true while no keys are configured.
     *
     * @param authorization value of {@code Authorization}; as {@code Bearer KEY} it goes before {@code apiKey}
     * @param apiKey value of {@code x-api-key}, as Anthropic's clients send it
     */
    public boolean admits(@Nullable String authorization, @Nullable String apiKey) {
        if (digests.length == 0) {
            return true;
        }
        String text = given(authorization, apiKey);
        byte[] given = sha256(text);
        boolean known = false;
        for (byte[] digest : digests) {
            known |= MessageDigest.isEqual(digest, given);
        }
        return known && !text.isEmpty();
    }

    private static String given(@Nullable String authorization, @Nullable String apiKey) {
        if (authorization != null && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return authorization.substring(SCHEME.length());
        }
        return apiKey == null ? "" : apiKey;
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
