package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.warmpath.config.document.KeyPath;
import dev.warmpath.config.document.KnownKeys;
import dev.warmpath.config.document.KnownValue;
import dev.warmpath.config.document.KnownValue.Need;
import dev.warmpath.config.document.Node;
import dev.warmpath.config.document.YamlText;
import dev.warmpath.config.problem.Problems;
import dev.warmpath.config.settings.BreakerSettings;
import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.config.settings.IndexSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.config.settings.UpstreamSettings;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import dev.warmpath.config.settings.health.HealthSettings;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.server.ClientKey;
import dev.warmpath.config.settings.server.ServerSettings;
import dev.warmpath.config.settings.workers.KvEventsSettings;
import dev.warmpath.config.settings.workers.Protocol;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The files that users start from: the example in the jar, and the YAML of the design. */
class ExampleFileTest {

    private static String resource(String name) throws IOException {
        try (InputStream in = ExampleFileTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String example() throws IOException {
        return resource("/dev/warmpath/config/warmpath.example.yaml");
    }

    private static String exampleWithWhatIsOff() throws IOException {
        return example().replace("#: ", "");
    }

    @Test
    void keysAndTokensOfTheExampleAreGood() throws IOException {
        assertThat(Loading.of(exampleWithWhatIsOff()).settings().server().keys().keys())
                .extracting(ClientKey::name)
                .containsExactly("team-a");
        assertThat(Loading.of(exampleWithWhatIsOff()).settings().admin().tokens())
                .extracting(AdminToken::name, AdminToken::scope)
                .containsExactly(tuple("dashboard", AdminToken.Scope.READ));
    }

    @Test
    void exampleNamesEveryKeyThatTheLoaderKnows() throws IOException {
        Problems problems = new Problems();
        Set<String> written = new TreeSet<>();
        collect(YamlText.read(exampleWithWhatIsOff(), problems), "", written);

        assertThat(problems.inFileOrder()).isEmpty();
        assertThat(written).containsAll(ConfigLoader.knownKeys().values());
    }

    @Test
    void knownKeysAreThoseOfEverySection() {
        Map<String, KnownKeys.Shape> known = ConfigLoader.knownKeys().shapes();

        assertThat(known)
                .containsEntry("server.max_body", KnownKeys.Shape.VALUE)
                .containsEntry("scoring.tier_credit.disk", KnownKeys.Shape.VALUE)
                .containsEntry("workers", KnownKeys.Shape.LIST)
                .containsEntry("workers[].kv_events", KnownKeys.Shape.SECTION)
                .containsEntry("workers[].kv_events.endpoints", KnownKeys.Shape.LIST)
                .containsEntry("workers[].kv_events.endpoints[]", KnownKeys.Shape.VALUE);
    }

    @Test
    void valuesAreKnownWithWhatMayBeWrittenAndWhatHoldsOtherwise() {
        assertThat(ConfigLoader.knownKeys().described())
                .contains(
                        new KnownValue("server.port", Need.OPTIONAL, false, "a whole number from 0 to 65535", "8080"),
                        new KnownValue("server.tls.client_ca", Need.OPTIONAL, false, "text", null),
                        new KnownValue("workers[].dp_size", Need.OPTIONAL, false, "a whole number from 1 to 1024", "1"))
                .filteredOn(value -> value.need() == Need.REQUIRED)
                .extracting(KnownValue::path)
                .contains("scoring.prefill.overlap_weight", "models[].name", "workers[].url");
    }

    private static void collect(@Nullable Node node, String path, Set<String> into) {
        into.add(path);
        if (node instanceof Node.Mapping mapping) {
            mapping.entries().forEach((key, value) -> collect(value, KeyPath.child(path, key), into));
        } else if (node instanceof Node.Sequence sequence) {
            sequence.items().forEach(item -> collect(item, path + "[]", into));
        }
    }

    @Test
    void exampleShowsTheDefaults() throws IOException {
        WarmpathSettings settings = Loading.of(example()).settings();

        assertThat(settings.server()).isEqualTo(ServerSettings.defaults());
        assertThat(settings.admin()).isEqualTo(AdminSettings.defaults());
        assertThat(settings.scoring()).isEqualTo(ScoringSettings.withWeights(20.0, 2.0, 10.0));
        assertThat(settings.index()).isEqualTo(IndexSettings.defaults());
        assertThat(settings.events()).isEqualTo(EventSettings.defaults());
        assertThat(settings.prompt()).isEqualTo(PromptSettings.defaults());
        assertThat(settings.upstream()).isEqualTo(UpstreamSettings.defaults());
        assertThat(settings.health()).isEqualTo(HealthSettings.defaults());
        assertThat(settings.breaker()).isEqualTo(BreakerSettings.defaults());
        assertThat(settings.workers())
                .extracting(WorkerSettings::role)
                .containsExactly(Role.PREFILL, Role.DECODE, Role.MIXED);
    }

    @Test
    void fileWithoutOptionalSectionsHasTheSameDefaults() throws IOException {
        WarmpathSettings example = Loading.of(example()).settings();
        WarmpathSettings minimal = Loading.base("").settings();

        assertThat(minimal.server()).isEqualTo(example.server());
        assertThat(minimal.admin()).isEqualTo(example.admin());
        assertThat(minimal.index()).isEqualTo(example.index());
        assertThat(minimal.events()).isEqualTo(example.events());
        assertThat(minimal.prompt()).isEqualTo(example.prompt());
        assertThat(minimal.upstream()).isEqualTo(example.upstream());
        assertThat(minimal.workers()).isEmpty();
    }

    /** Surefire runs a module's tests in the module's folder. */
    @Test
    void smallestFileOfTheDocumentationLoads() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "configuration.md"));
        int start = page.indexOf("```yaml\n") + "```yaml\n".length();

        WarmpathSettings settings =
                Loading.of(page.substring(start, page.indexOf("```", start))).settings();

        assertThat(settings.workers()).extracting(WorkerSettings::role).containsExactly(Role.PREFILL, Role.DECODE);
    }

    @Test
    void configurationOfTheDesignLoadsAsItIs() throws IOException {
        WarmpathSettings settings = Loading.of(resource("design.yaml"))
                .env("WARMPATH_ADMIN_TOKEN", "s3cret")
                .settings();

        assertThat(settings.admin())
                .isEqualTo(new AdminSettings(
                        "127.0.0.1", 9090, "s3cret", AdminSettings.defaults().workerHosts()));
        assertThat(settings.scoring().mixedOverlapWeight()).isNull();
        assertThat(settings.models()).singleElement().satisfies(model -> {
            assertThat(model.name()).isEqualTo("glm-5.2");
            assertThat(model.tokenizer()).isEqualTo(Path.of("/etc/warmpath/models/glm-5.2"));
        });
        assertThat(settings.workers()).singleElement().satisfies(worker -> {
            assertThat(worker.url()).hasToString("http://10.0.0.1:30000");
            assertThat(worker.protocol()).isEqualTo(Protocol.SGLANG_BOOTSTRAP);
            assertThat(worker.group()).isEqualTo("a");
            assertThat(worker.dpSize()).isEqualTo(8);
            assertThat(worker.blockSize()).isEqualTo(16);
            assertThat(worker.bootstrapPort()).isEqualTo(8998);
        });
        KvEventsSettings.Connect events = (KvEventsSettings.Connect)
                Objects.requireNonNull(settings.workers().get(0).kvEvents());
        assertThat(events.endpoints())
                .hasSize(8)
                .startsWith("tcp://10.0.0.1:5557")
                .endsWith("tcp://10.0.0.1:5564");
        assertThat(events.replays())
                .hasSize(8)
                .startsWith("tcp://10.0.0.1:5657")
                .endsWith("tcp://10.0.0.1:5664");
        assertThat(List.of(events.topic())).containsExactly("");
    }
}
