package dev.warmpath.config.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostPatternTest {

    @ParameterizedTest
    @CsvSource({
        "10.0.0.0/8, 10.255.1.2, true",
        "10.0.0.0/8, 11.0.0.1, false",
        "10.0.0.128/25, 10.0.0.127, false",
        "10.0.0.128/25, 10.0.0.128, true",
        "0.0.0.0/0, 192.0.2.1, true",
        "0.0.0.0/0, ::1, false",
        "10.0.0.1, 10.0.0.1, true",
        "10.0.0.1, 10.0.0.2, false",
        "fd00::/8, [fd12::1], true",
        "fd00::/8, [fe80::1], false",
        "::1, [0:0:0:0:0:0:0:1], true",
        "127.0.0.0/8, [::ffff:127.0.0.1], true",
        "gpu-1.example.com, GPU-1.Example.com, true",
        "gpu-1.example.com, gpu-11.example.com, false",
        "*.example.com, a.b.example.com, true",
        "*.example.com, example.com, false",
        "*.example.com, badexample.com, false"
    })
    void patternMatchesItsHosts(String pattern, String host, boolean matches) {
        assertThat(HostPattern.parse(pattern).matches(host)).isEqualTo(matches);
    }

    /** Some resolvers take them for addresses; they must not slip into a network, nor a name that resolves into it. */
    @ParameterizedTest
    @ValueSource(strings = {"127.1", "2130706433", "0x7f.0.0.1", "localhost", "127.0.0.1.example.com", "256.0.0.1"})
    void whatIsNoPlainAddressIsInNoNetwork(String host) {
        assertThat(HostPattern.parse("127.0.0.0/8").matches(host)).isFalse();
        assertThat(HostPattern.parse("0.0.0.0/0").matches(host)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "*", "10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "fd00::/129", "a b", "*.", "a/8", "256.0.0.1"
            })
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> HostPattern.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
