package dev.warmpath.router.access;

import dev.warmpath.config.settings.server.ClientKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keys that clients may call with at one time. A missing key goes the same way as a wrong one. */
public final class ClientKeys {

    /** Whether a call may pass. */
    public sealed interface Verdict {

        /**
         * It may.
         *
         * @param key name of the key that it carries; null where none is needed
         */
        record Admitted(@Nullable String key) implements Verdict {}

        /** It may not. */
        record Refused(Unauthorized reason) implements Verdict {}
    }

    private static final Verdict NEEDS_NONE = new Verdict.Admitted(null);
    private static final Verdict MISSING = new Verdict.Refused(Unauthorized.MISSING);
    private static final Verdict UNKNOWN = new Verdict.Refused(Unauthorized.UNKNOWN);
    private static final Verdict EXPIRED = new Verdict.Refused(Unauthorized.EXPIRED);

    private final boolean forAll;
    private final List<ClientKey> keys;
    private final SecretTable digests;
    /** One for each key, so that none is made for each request. */
    private final List<Verdict> admitted;

    private ClientKeys(boolean forAll, List<ClientKey> keys) {
        this.forAll = forAll;
        this.keys = List.copyOf(keys);
        this.digests = new SecretTable(keys.stream().map(ClientKey::sha256).toList());
        this.admitted = keys.stream()
                .<Verdict>map(key -> new Verdict.Admitted(key.name()))
                .toList();
    }

    /** No key is needed. */
    public static ClientKeys everyone() {
        return new ClientKeys(true, List.of());
    }

    /** One of these is needed; where there are none, nobody may call. */
    public static ClientKeys of(List<ClientKey> keys) {
        return new ClientKeys(false, keys);
    }

    /** Whether no key is needed. */
    boolean forAll() {
        return forAll;
    }

    /** In the order given. */
    public List<ClientKey> keys() {
        return keys;
    }

    /**
     * Whether a request may pass.
     *
     * @param authorization value of {@code Authorization}; as {@code Bearer KEY} it goes before {@code apiKey}
     * @param apiKey value of {@code x-api-key}, as Anthropic's clients send it
     */
    public Verdict judge(@Nullable String authorization, @Nullable String apiKey, Instant now) {
        if (forAll) {
            return NEEDS_NONE;
        }
        String given = given(authorization, apiKey);
        int place = digests.find(given);
        if (place < 0) {
            return given.isEmpty() ? MISSING : UNKNOWN;
        }
        Instant expires = keys.get(place).expires();
        return expires == null || now.isBefore(expires) ? admitted.get(place) : EXPIRED;
    }

    private static String given(@Nullable String authorization, @Nullable String apiKey) {
        String bearer = Bearer.of(authorization);
        if (bearer != null) {
            return bearer;
        }
        return apiKey == null ? "" : apiKey;
    }
}
