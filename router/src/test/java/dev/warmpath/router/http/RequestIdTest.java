package dev.warmpath.router.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenario 77. */
class RequestIdTest {

    @Test
    void clientIdIsShownBackAndIsUniquePerAttempt() {
        RequestId first = RequestId.of("same");
        RequestId second = RequestId.of("same");
        Set<String> upstream = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            upstream.add(first.forAttempt());
            upstream.add(second.forAttempt());
        }
        assertThat(first.shown()).isEqualTo("same");
        assertThat(upstream).hasSize(200).allMatch(id -> id.startsWith("same-"));
    }

    @ParameterizedTest
    @NullAndEmptySource
    @ValueSource(strings = {"a b", "a\r\nx: y", "ü", "{}", "___prefill_addr_10.9.9.9:1___decode_addr_10.9.9.9:2"})
    void unusableIdsAreReplaced(String given) {
        assertThat(RequestId.of(given).shown()).matches("req-[0-9a-f]{16}");
    }

    @Test
    void longIdsAreReplaced() {
        assertThat(RequestId.of("a".repeat(128)).shown()).hasSize(128);
        assertThat(RequestId.of("a".repeat(129)).shown()).startsWith("req-");
    }
}
