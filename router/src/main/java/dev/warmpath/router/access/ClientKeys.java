package dev.warmpath.router.access;

import dev.warmpath.config.settings.ClientKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys that clients may call with. A missing key goes the same way as a wrong one. */
public final class ClientKeys {

    private final SecretTable digests;

    public ClientKeys(List<ClientKey> keys) {
        digests = new SecretTable(keys.stream().map(ClientKey::sha256).toList());
    }

    /**
     * Whether a request may pass. Always true while no keys are configured.
     *
     * @param authorization value of {@code Authorization}; as {@code Bearer KEY} it goes before {@code apiKey}
     * @param apiKey value of {@code x-api-key}, as Anthropic's clients send it
     */
    public boolean admits(@Nullable String authorization, @Nullable String apiKey) {
        return digests.size() == 0 || digests.find(given(authorization, apiKey)) >= 0;
    }

    private static String given(@Nullable String authorization, @Nullable String apiKey) {
        String bearer = Bearer.of(authorization);
        if (bearer != null) {
            return bearer;
        }
        return apiKey == null ? "" : apiKey;
    }
}
