package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.admin.AdminToken;
import dev.warmpath.config.settings.server.ClientKeySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the router is to know callers by: names that may be shown, digests that may not be anything else. */
class CredentialsTest {

    private static final String A = "a".repeat(64);
    private static final String B = "B".repeat(64);

    @Test
    void tokensHaveNameDigestAndScope() {
        assertThat(tokens("{name: a, sha256: " + A + ", scope: read}, {name: b, sha256: " + B + ", scope: write}")
                        .settings()
                        .admin()
                        .tokens())
                .containsExactly(
                        new AdminToken("a", A, AdminToken.Scope.READ),
                        new AdminToken("b", "b".repeat(64), AdminToken.Scope.WRITE));
    }

    @Test
    void scopeIsNotGuessed() {
        assertThat(tokens("{name: a, sha256: " + A + "}").onlyProblem().path()).isEqualTo("admin.tokens[0].scope");
    }

    @Test
    void namedTokensOpenTheAdminPortToOtherMachinesToo() {
        String open = "admin: {host: 0.0.0.0, tokens: [{name: a, sha256: " + A + ", scope: read}]}";

        assertThat(Loading.base(open).settings().admin().guarded()).isTrue();
        assertThat(Loading.base("admin: {host: 0.0.0.0, tokens: []}").badPaths())
                .containsExactly("admin.host");
    }

    @Test
    void everyTokenHasANameAndASecretOfItsOwn() {
        String one = "{name: a, sha256: " + A + ", scope: read}";

        assertThat(tokens(one + ", {name: a, sha256: " + B + ", scope: read}").badPaths())
                .containsExactly("admin.tokens[1].name");
        assertThat(tokens(one + ", {name: b, sha256: " + A + ", scope: read}").badPaths())
                .containsExactly("admin.tokens[1].sha256");
        assertThat(tokens("{name: token, sha256: " + A + ", scope: read}")
                        .onlyProblem()
                        .message())
                .isEqualTo("is how admin.token is called");
    }

    @ParameterizedTest
    @ValueSource(strings = {"'team a'", "'a,b'", "\"a\\nb\"", "wp-0123", "''"})
    void namesAreFitToBeShown(String name) {
        assertThat(keys("{name: " + name + ", sha256: " + A + "}").badPaths()).containsExactly("server.keys[0].name");
        assertThat(tokens("{name: " + name + ", sha256: " + A + ", scope: read}")
                        .badPaths())
                .containsExactly("admin.tokens[0].name");
    }

    @Test
    void keyInPlaceOfANameIsNotShown() {
        assertThat(keys("{name: wp-hunter, sha256: " + A + "}").problems().toString())
                .contains("looks like a key")
                .doesNotContain("hunter");
    }

    @Test
    void keysFileStartsFromTheDirectoryAndClosesTheDoorByItself() {
        ClientKeySettings keys = Loading.base("server: {keys_file: secrets/keys, keys_reload: 1m}")
                .settings()
                .server()
                .keys();

        assertThat(keys.keysFile()).isEqualTo(Loading.DIRECTORY.resolve("secrets/keys"));
        assertThat(keys.keysReload()).isEqualTo(Duration.ofMinutes(1));
        assertThat(keys.required()).isTrue();
        assertThat(Loading.base("").settings().server().keys().required()).isFalse();
    }

    @Test
    void keysFileThatIsNotGoodIsAProblemOfTheConfiguration(@TempDir Path directory) throws IOException {
        Path config = directory.resolve("router.yaml");
        Files.writeString(
                config, Loading.BASE + "server: {keys: [{name: a, sha256: " + A + "}], keys_file: client-keys}\n");

        assertThat(problems(config)).contains("server.keys_file", "names client-keys, from", "does not exist");
        Files.writeString(directory.resolve("client-keys"), "a " + B + "\n");
        assertThat(problems(config)).contains("server.keys_file", "keys[0].name (line 1)", "more than one key");
        Files.writeString(directory.resolve("client-keys"), "b " + B + "\n");
        assertThat(ConfigLoader.load(config, Map.of(), List.of())).isInstanceOf(LoadResult.Loaded.class);
    }

    private static String problems(Path config) {
        LoadResult result = ConfigLoader.load(config, Map.of(), List.of());
        return result instanceof LoadResult.Refused refused ? refused.problems().toString() : "";
    }

    private static Loading tokens(String items) {
        return Loading.base("admin: {tokens: [" + items + "]}");
    }

    private static Loading keys(String items) {
        return Loading.base("server: {keys: [" + items + "]}");
    }
}
