package dev.warmpath.router.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.ClientKey;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scenario 76, as far as it is about which keys are let in. Digests were made with {@code printf %s KEY | sha256sum}. */
class ClientKeysTest {

    /** Of {@code abc}. */
    private static final String ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

    /** Of the empty text. */
    private static final String EMPTY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    private final ClientKeys keys =
            new ClientKeys(List.of(new ClientKey("none", "0".repeat(64)), new ClientKey("a", ABC)));

    @Test
    void anyOfTheKeysOpensInEitherHeader() {
        assertThat(keys.admits("Bearer abc", null)).isTrue();
        assertThat(keys.admits("bearer abc", null)).isTrue();
        assertThat(keys.admits(null, "abc")).isTrue();
        assertThat(keys.admits("Basic abc", "abc")).isTrue();
    }

    @Test
    void missingWrongAndHashedKeysDoNot() {
        assertThat(keys.admits(null, null)).isFalse();
        assertThat(keys.admits("abc", null)).isFalse();
        assertThat(keys.admits("Bearer abd", null)).isFalse();
        assertThat(keys.admits("Bearer abc ", null)).isFalse();
        assertThat(keys.admits("Bearer " + ABC, ABC)).isFalse();
        assertThat(keys.admits("Bearer wrong", "abc")).isFalse();
    }

    @Test
    void noKeyIsNotAKeyEvenWhereItsDigestIsListed() {
        ClientKeys careless = new ClientKeys(List.of(new ClientKey("empty", EMPTY)));
        assertThat(careless.admits(null, null)).isFalse();
        assertThat(careless.admits("Bearer ", "")).isFalse();
    }

    @Test
    void withoutKeysEveryClientMayCall() {
        assertThat(new ClientKeys(List.of()).admits(null, null)).isTrue();
    }
}
