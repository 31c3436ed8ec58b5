package dev.warmpath.router.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.admin.AdminAccess.Verdict;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scenario 76, its part about the admin port on loopback: what a web page in a local browser can send. */
class AdminAccessTest {

    private final AdminAccess open = new AdminAccess(null);
    private final AdminAccess guarded = new AdminAccess("t");

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.0.0.1:9090", "localhost", "LOCALHOST:1", "[::1]:9090", "[::1]", "127.8.9.1:1"})
    void loopbackNamesPassWithoutToken(String host) {
        assertThat(open.judge(HttpMethod.PUT, host(host))).isEqualTo(Verdict.ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "evil.example",
                "evil.example:9090",
                "127.0.0.1.evil.example",
                "localhost.evil.example:9090",
                "127.0.0.999",
                "127.0.0.1:9090:1",
                "localhost@evil.example",
                "10.0.0.1",
                ""
            })
    void otherNamesDoNotEvenForReading(String host) {
        assertThat(open.judge(HttpMethod.GET, host(host))).isEqualTo(Verdict.FOREIGN_HOST);
    }

    @Test
    void hostIsNamedExactlyOnce() {
        assertThat(open.judge(HttpMethod.GET, MultiMap.caseInsensitiveMultiMap()))
                .isEqualTo(Verdict.FOREIGN_HOST);
        assertThat(open.judge(HttpMethod.GET, host("localhost").add("host", "localhost")))
                .isEqualTo(Verdict.FOREIGN_HOST);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "http://localhost:3000", "https://localhost:9090", ""})
    void pagesOfOtherOriginsChangeNothing(String origin) {
        MultiMap headers = host("localhost:9090").add("origin", origin);

        assertThat(open.judge(HttpMethod.POST, headers)).isEqualTo(Verdict.FOREIGN_ORIGIN);
        assertThat(open.judge(HttpMethod.DELETE, headers)).isEqualTo(Verdict.FOREIGN_ORIGIN);
        assertThat(open.judge(HttpMethod.GET, headers)).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void secondOriginDoesNotHideBehindTheFirst() {
        MultiMap headers =
                host("localhost:9090").add("origin", "http://localhost:9090").add("origin", "http://evil.example");

        assertThat(open.judge(HttpMethod.POST, headers)).isEqualTo(Verdict.FOREIGN_ORIGIN);
    }

    @Test
    void portsOwnOriginMayChange() {
        MultiMap headers = host("localhost:9090").add("origin", "http://localhost:9090");

        assertThat(open.judge(HttpMethod.POST, headers)).isEqualTo(Verdict.ALLOWED);
    }

    @Test
    void tokenIsWhatCountsWhereThereIsOne() {
        MultiMap foreign = host("router.example");

        assertThat(guarded.judge(HttpMethod.GET, foreign)).isEqualTo(Verdict.TOKEN_NEEDED);
        assertThat(guarded.judge(HttpMethod.GET, host("router.example").add("authorization", "Bearer u")))
                .isEqualTo(Verdict.TOKEN_NEEDED);
        assertThat(guarded.judge(HttpMethod.POST, host("router.example").add("authorization", "Bearer t")))
                .isEqualTo(Verdict.ALLOWED);
    }

    private static MultiMap host(String value) {
        return MultiMap.caseInsensitiveMultiMap().add("host", value);
    }
}
