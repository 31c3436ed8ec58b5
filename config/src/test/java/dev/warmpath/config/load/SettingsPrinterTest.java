package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.settings.WarmpathSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Printed settings are a configuration again. */
class SettingsPrinterTest {

    private static String example() throws IOException {
        String name = "/dev/warmpath/config/warmpath.example.yaml";
        try (InputStream in = SettingsPrinterTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void whatIsPrintedLoadsToEqualSettings() throws IOException {
        WarmpathSettings settings = Loading.of(example()).settings();

        assertThat(Loading.of(SettingsPrinter.print(settings)).settings()).isEqualTo(settings);
    }

    @Test
    void unusualValuesSurviveToo() {
        WarmpathSettings settings = Loading.worker(
                        "role: decode",
                        "engine: vllm",
                        "group: 'a: b # $${c} *'",
                        "kv_events: {bind: 'tcp://127.0.0.1:6000', topic: \"kv@$$\\u00fc'\\\"\"}")
                .set(
                        "models=[{name: '16'}, {name: 'null'}, {name: 'true'}]",
                        "workers[0].models=['16', 'true']",
                        "scoring.prefill.overlap_weight=1e-7",
                        "scoring.decode.overlap_weight=123456.78901234567",
                        "server.max_body=1234567",
                        "server.body_timeout=90001ms",
                        "server.shutdown_grace=0s",
                        "prompt.cache=0")
                .settings();

        assertThat(settings.workers().get(0).group()).isEqualTo("a: b # ${c} *");
        assertThat(Loading.of(SettingsPrinter.print(settings)).settings()).isEqualTo(settings);
    }

    @Test
    void unitsAreTheLargestThatFit() {
        String text = SettingsPrinter.print(Loading.base("server: {max_body: 1536KiB, request_timeout: 90m}\n")
                .settings());

        assertThat(text)
                .contains("  max_body: 1536KiB\n")
                .contains("  max_header: 16KiB\n")
                .contains("  request_timeout: 90m\n")
                .contains("  reconnect_min: 250ms\n")
                .contains("  cache: 256MiB\n");
    }

    @Test
    void secretsAreMaskedAndEverythingElseIsTheSame() {
        WarmpathSettings settings = Loading.worker("role: decode", "engine: vllm", "api_key: hunter2")
                .set("admin.token=hunter3")
                .settings();

        String text = SettingsPrinter.print(settings);

        assertThat(text).doesNotContain("hunter").contains("token: '***'").contains("api_key: '***'");
        assertThat(Loading.of(text).badPaths()).containsExactlyInAnyOrder("admin.token", "workers[0].api_key");
        assertThat(Loading.of(text)
                        .set("admin.token=hunter3", "workers[0].api_key=hunter2")
                        .settings())
                .isEqualTo(settings);
    }

    @Test
    void whatStandsInPlaceOfADigestIsNeverShown() {
        String base = "server: {keys: [{name: a, sha256: hunter4-the-key-itself}]}";
        var problems = Loading.base(base).problems();

        assertThat(problems).hasSize(1);
        assertThat(problems.toString()).contains("server.keys[0].sha256").doesNotContain("hunter");
    }

    @Test
    void sectionsStandInTheOrderOfTheExample() {
        assertThat(SettingsPrinter.tree(Loading.base("").settings()).keySet())
                .containsExactly(
                        "server",
                        "admission",
                        "admin",
                        "scoring",
                        "hints",
                        "responses",
                        "index",
                        "snapshot",
                        "events",
                        "prompt",
                        "upstream",
                        "health",
                        "breaker",
                        "feedback",
                        "engine_load",
                        "tracing",
                        "cluster",
                        "models",
                        "workers",
                        "discovery");
    }
}
