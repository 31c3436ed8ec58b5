package dev.warmpath.router.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.router.access.ClientKeys.Verdict;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Scenario 76, as far as it is about which keys are let in. Digests were made with {@code printf %s KEY | sha256sum}. */
class ClientKeysTest {

    /** Of {@code abc}. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    /** Of the empty text. */
    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Verdict A = new Verdict.Admitted("a");
    private static final Verdict MISSING = new Verdict.Refused(Unauthorized.MISSING);
    private static final Verdict UNKNOWN = new Verdict.Refused(Unauthorized.UNKNOWN);

    private final ClientKeys keys =
            ClientKeys.of(List.of(new ClientKey("none", "0".repeat(64)), new ClientKey("a", ABC)));

    private Verdict judge(@Nullable String authorization, @Nullable String apiKey) {
        return keys.judge(authorization, apiKey, NOW);
    }

    @Test
    void anyOfTheKeysOpensInEitherHeader() {
        assertThat(judge("Bearer abc", null)).isEqualTo(A);
        assertThat(judge("bearer abc", null)).isEqualTo(A);
        assertThat(judge(null, "abc")).isEqualTo(A);
        assertThat(judge("Basic abc", "abc")).isEqualTo(A);
    }

    @Test
    void missingWrongAndHashedKeysDoNot() {
        assertThat(judge(null, null)).isEqualTo(MISSING);
        assertThat(judge("abc", null)).isEqualTo(MISSING);
        assertThat(judge("Bearer abd", null)).isEqualTo(UNKNOWN);
        assertThat(judge("Bearer abc ", null)).isEqualTo(UNKNOWN);
        assertThat(judge("Bearer " + ABC, ABC)).isEqualTo(UNKNOWN);
        assertThat(judge("Bearer wrong", "abc")).isEqualTo(UNKNOWN);
    }

    @Test
    void noKeyIsNotAKeyEvenWhereItsDigestIsListed() {
        ClientKeys careless = ClientKeys.of(List.of(new ClientKey("empty", EMPTY)));
        assertThat(careless.judge(null, null, NOW)).isEqualTo(MISSING);
        assertThat(careless.judge("Bearer ", "", NOW)).isEqualTo(MISSING);
    }

    @Test
    void keyOpensUntilItExpires() {
        ClientKeys mortal = ClientKeys.of(List.of(new ClientKey("a", ABC, NOW)));

        assertThat(mortal.judge(null, "abc", NOW.minusMillis(1))).isEqualTo(A);
        assertThat(mortal.judge(null, "abc", NOW)).isEqualTo(new Verdict.Refused(Unauthorized.EXPIRED));
    }

    @Test
    void withoutAnyOfTheKeysNobodyMayCall() {
        assertThat(ClientKeys.of(List.of()).judge(null, null, NOW)).isEqualTo(MISSING);
        assertThat(ClientKeys.of(List.of()).judge(null, "abc", NOW)).isEqualTo(UNKNOWN);
    }

    @Test
    void whereNoKeyIsNeededEveryClientMayCall() {
        assertThat(ClientKeys.everyone().judge(null, null, NOW)).isEqualTo(new Verdict.Admitted(null));
    }
}
