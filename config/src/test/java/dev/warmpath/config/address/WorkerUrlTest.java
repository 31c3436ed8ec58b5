package dev.warmpath.config.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.section.Unreadable;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerUrlTest {

    private static URI read(String text) throws Unreadable {
        return WorkerUrl.KIND.read(new Node.Scalar(text, Node.Style.QUOTED, Origin.UNKNOWN));
    }

    /** Scenario 59. */
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:30000,      http://127.0.0.1:30000, 127.0.0.1",
        "http://localhost:30000/,     http://localhost:30000, localhost",
        "http://[::1]:30000,          http://[::1]:30000, [::1]",
        "http://[2001:DB8::A]:8000/,  http://[2001:db8::a]:8000, [2001:db8::a]",
        "HTTP://Worker-1.Example:1,   http://worker-1.example:1, worker-1.example",
        "https://h:65535,             https://h:65535, h",
    })
    void oneEndpointHasOneText(String written, String url, String host) throws Unreadable {
        assertThat(read(written)).hasToString(url);
        assertThat(read(written).getHost()).isEqualTo(host);
    }

    /** Scenario 59. */
    @ParameterizedTest
    @CsvSource({
        "'',                    is not an http or https URL",
        "10.0.0.1:30000,        is not a URL",
        "//10.0.0.1:30000,      is not an http or https URL",
        "tcp://10.0.0.1:30000,  is not an http or https URL",
        "http:10.0.0.1:30000,   has no valid host",
        "http://,               is not a URL",
        "http://:30000,         has no valid host",
        "http://[::1:30000,     is not a URL",
        "http://::1:30000,      has no valid host",
        "http://[::g]:1,        is not a URL",
        "http://300.1.1.1:1,    has no valid host",
        "http://worker_1:1,     underscore",
        "http://h h:1,          is not a URL",
        "http://h,              has no port",
        "http://h:,             has no port",
        "http://h:0,            has no port",
        "http://h:65536,        has no port",
        "http://h:99999999999,  has no valid host",
        "http://h:-1,           has no valid host",
        "http://h:x,            has no valid host",
        "http://u:p@h:1,        holds credentials",
        "http://h:1/v1,         has something after the port",
        "http://h:1//,          has something after the port",
        "http://h:1?a,          has something after the port",
        "http://h:1/#a,         has something after the port",
    })
    void whatNamesNoEndpointIsRefused(String written, String message) {
        assertThatThrownBy(() -> read(written)).isInstanceOf(Unreadable.class).hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource({
        "http://u:p@h:1, http://***@h:1",
        "u:p@h:1, ***@h:1",
        "http://u:p@@h:1, http://***@h:1",
        "http://u:p//@h:1, http://***@h:1",
        "http://h:1, http://h:1",
    })
    void credentialsAreNotShown(String written, String shown) {
        assertThat(WorkerUrl.KIND.shown(written)).isEqualTo(shown);
    }
}
