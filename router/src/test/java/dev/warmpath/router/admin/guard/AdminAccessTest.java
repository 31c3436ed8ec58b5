package dev.warmpath.router.admin.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import dev.warmpath.config.settings.admin.AdminToken.Scope;
import dev.warmpath.router.access.AdminTokens;
import dev.warmpath.router.access.SecretTable;
import dev.warmpath.router.access.Unauthorized;
import dev.warmpath.router.admin.guard.AdminAccess.Verdict;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Scenario 76, its part about the admin port: which token opens what, and, without tokens, what a web page in a local
 * browser can send.
 */
class AdminAccessTest {

    private static final String PATH = "/admin/weights";

    /** Digests are of the names with {@code -secret} behind them. */
    private static final List<AdminToken> NAMED = List.of(
            new AdminToken("dashboard", SecretTable.digest("dashboard-secret"), Scope.READ),
            new AdminToken("deploy", SecretTable.digest("deploy-secret"), Scope.WRITE));

    private final AdminAccess open = access(null, List.of());
    private final AdminAccess guarded = access("t", NAMED);

    private static AdminAccess access(@Nullable String token, List<AdminToken> named) {
        return new AdminAccess(new AdminTokens(new AdminSettings("127.0.0.1", 0, token, named, List.of())));
    }

    private static Verdict refused(Unauthorized reason) {
        return new Verdict.Refused(reason);
    }

    private static Verdict allowed(String name, Scope scope) {
        return new Verdict.Allowed(new AdminCaller(name, scope));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"127.0.0.1", "127.0.0.1:9090", "localhost", "LOCALHOST:1", "[::1]:9090", "[::1]", "127.8.9.1:1"})
    void loopbackNamesPassWithoutToken(String host) {
        assertThat(open.judge(HttpMethod.PUT, PATH, host(host)))
                .isEqualTo(new Verdict.Allowed(AdminCaller.WITHOUT_TOKEN));
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
        assertThat(open.judge(HttpMethod.GET, PATH, host(host))).isEqualTo(refused(Unauthorized.FOREIGN_HOST));
    }

    @Test
    void hostIsNamedExactlyOnce() {
        assertThat(open.judge(HttpMethod.GET, PATH, MultiMap.caseInsensitiveMultiMap()))
                .isEqualTo(refused(Unauthorized.FOREIGN_HOST));
        assertThat(open.judge(HttpMethod.GET, PATH, host("localhost").add("host", "localhost")))
                .isEqualTo(refused(Unauthorized.FOREIGN_HOST));
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "http://localhost:3000", "https://localhost:9090", ""})
    void pagesOfOtherOriginsChangeNothing(String origin) {
        MultiMap headers = host("localhost:9090").add("origin", origin);

        assertThat(open.judge(HttpMethod.POST, PATH, headers)).isEqualTo(refused(Unauthorized.FOREIGN_ORIGIN));
        assertThat(open.judge(HttpMethod.DELETE, PATH, headers)).isEqualTo(refused(Unauthorized.FOREIGN_ORIGIN));
        assertThat(open.judge(HttpMethod.GET, PATH, headers)).isEqualTo(new Verdict.Allowed(AdminCaller.WITHOUT_TOKEN));
    }

    @Test
    void secondOriginDoesNotHideBehindTheFirst() {
        MultiMap headers =
                host("localhost:9090").add("origin", "http://localhost:9090").add("origin", "http://evil.example");

        assertThat(open.judge(HttpMethod.POST, PATH, headers)).isEqualTo(refused(Unauthorized.FOREIGN_ORIGIN));
    }

    @Test
    void portsOwnOriginMayChange() {
        MultiMap headers = host("localhost:9090").add("origin", "http://localhost:9090");

        assertThat(open.judge(HttpMethod.POST, PATH, headers))
                .isEqualTo(new Verdict.Allowed(AdminCaller.WITHOUT_TOKEN));
    }

    @Test
    void tokenIsWhatCountsWhereThereIsOne() {
        MultiMap foreign = host("router.example");

        assertThat(guarded.judge(HttpMethod.GET, PATH, foreign)).isEqualTo(refused(Unauthorized.MISSING));
        assertThat(guarded.judge(HttpMethod.GET, PATH, host("router.example").add("authorization", "Basic t")))
                .isEqualTo(refused(Unauthorized.MISSING));
        assertThat(guarded.judge(HttpMethod.GET, PATH, bearer("u"))).isEqualTo(refused(Unauthorized.UNKNOWN));
        assertThat(guarded.judge(HttpMethod.POST, PATH, bearer("t"))).isEqualTo(allowed("token", Scope.WRITE));
    }

    @Test
    void namedTokensAloneCloseThePortToo() {
        AdminAccess namedOnly = access(null, NAMED);

        assertThat(namedOnly.judge(HttpMethod.GET, PATH, host("localhost"))).isEqualTo(refused(Unauthorized.MISSING));
        assertThat(namedOnly.judge(HttpMethod.PUT, PATH, bearer("deploy-secret")))
                .isEqualTo(allowed("deploy", Scope.WRITE));
    }

    @Test
    void digestIsNoToken() {
        assertThat(guarded.judge(HttpMethod.GET, PATH, bearer(SecretTable.digest("deploy-secret"))))
                .isEqualTo(refused(Unauthorized.UNKNOWN));
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "POST", "DELETE", "PATCH", "OPTIONS", "BREW"})
    void scopeReadDoesNothingThatMayChange(String method) {
        assertThat(guarded.judge(HttpMethod.valueOf(method), PATH, bearer("dashboard-secret")))
                .isEqualTo(refused(Unauthorized.SCOPE));
        assertThat(guarded.judge(HttpMethod.valueOf(method), PATH, bearer("deploy-secret")))
                .isEqualTo(allowed("deploy", Scope.WRITE));
    }

    @Test
    void scopeReadLooksAndExplains() {
        Verdict dashboard = allowed("dashboard", Scope.READ);

        assertThat(guarded.judge(HttpMethod.GET, PATH, bearer("dashboard-secret")))
                .isEqualTo(dashboard);
        assertThat(guarded.judge(HttpMethod.HEAD, PATH, bearer("dashboard-secret")))
                .isEqualTo(dashboard);
        assertThat(guarded.judge(HttpMethod.POST, "/admin/explain", bearer("dashboard-secret")))
                .isEqualTo(dashboard);
    }

    private static MultiMap bearer(String token) {
        return host("router.example").add("authorization", "Bearer " + token);
    }

    private static MultiMap host(String value) {
        return MultiMap.caseInsensitiveMultiMap().add("host", value);
    }
}
