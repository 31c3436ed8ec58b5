package dev.warmpath.events.zmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

    @ParameterizedTest
    @CsvSource({
        "tcp://10.0.0.1:5557, 10.0.0.1, 5557, true",
        "tcp://[::1]:5557, ::1, 5557, true",
        "tcp://worker-0.ns:5557, worker-0.ns, 5557, false",
        "tcp://127.0.0.1:*, 127.0.0.1, *, true",
    })
    void tcpEndpointsAreTakenApart(String text, String host, String port, boolean literal) {
        Endpoint endpoint = Endpoint.parse(text);

        assertThat(endpoint.host()).isEqualTo(host);
        assertThat(endpoint.port()).isEqualTo(port);
        assertThat(endpoint.isNamed()).isNotEqualTo(literal);
    }

    @Test
    void otherTransportsAreLeftAlone() {
        assertThat(Endpoint.parse("ipc:///tmp/events").isNamed()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp://5557", "tcp://:5557", "tcp://"})
    void endpointWithoutHostOrPortIsRefused(String text) {
        assertThatThrownBy(() -> Endpoint.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(text);
    }

    @Test
    void resolvedAddressesKeepThePort() {
        Endpoint endpoint = Endpoint.parse("tcp://worker-0:5557");

        assertThat(endpoint.at("10.0.0.1")).isEqualTo("tcp://10.0.0.1:5557");
        assertThat(endpoint.at("fd00::1")).isEqualTo("tcp://[fd00::1]:5557");
    }
}
