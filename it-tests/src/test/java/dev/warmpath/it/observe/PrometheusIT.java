package dev.warmpath.it.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.sim.fault.Fault;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.it.support.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The scrape, the rules and the dashboard, as a real Prometheus reads them from a router under traffic. */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrometheusIT {

    private static final Path REPOSITORY = root(Path.of("").toAbsolutePath());
    private static final Path RULES = REPOSITORY.resolve("docker/prometheus/rules.yml");
    private static final Path DASHBOARD = REPOSITORY.resolve("docker/grafana/warmpath.json");
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    /** Series of the router's own process have the library's names. */
    private static final Pattern FAMILY = Pattern.compile("# TYPE (warmpath_[a-z_]+) (\\w+)");

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private @Nullable Prometheus prometheus;

    @BeforeAll
    void start(@TempDir Path directory) throws IOException {
        Tools.need("prometheus", "promtool");
        SimEngine prefill = engine(Role.PREFILL);
        engine(Role.PREFILL);
        engine(Role.DECODE);
        engine(Role.DECODE);
        prefill.faults().nextRequests(1, Fault.resetBeforeHeaders());
        fleet.configureRouter(settings -> settings.withEngineLoad(TestSettings.ENGINE_LOAD));
        prometheus = Prometheus.scraping(fleet.router().adminPort(), RULES, directory);
    }

    /** Tests run in the folder of their module. */
    private static Path root(Path folder) {
        return Files.exists(folder.resolve("docker")) ? folder : root(Objects.requireNonNull(folder.getParent()));
    }

    private SimEngine engine(Role role) {
        return fleet.engine(
                SimEngineConfig.builder(Engine.SGLANG, role).ranks(2).speed(50).build());
    }

    @AfterAll
    void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        fleet.close();
    }

    private Prometheus prometheus() {
        return Objects.requireNonNull(prometheus);
    }

    /** Enough of everything that is counted. */
    private void traffic(int round) {
        for (int seed = 0; seed < 4; seed++) {
            fleet.complete(SimulatedFleet.prompt(seed, 64 + 16 * (round % 8)));
        }
        fleet.post(
                "/v1/completions",
                "{\"model\":\"demo\",\"prompt\":\"text without a tokenizer\",\"max_tokens\":4,\"stream\":true}");
        System.gc();
    }

    @Test
    void scrapeIsCleanForPromtool() throws Exception {
        traffic(0);
        assertThat(Prometheus.promtool(fleet.scrape(), "check", "metrics")).isEmpty();
    }

    @Test
    void openMetricsAreReadWithoutError() {
        JsonNode target = prometheus()
                .get("/api/v1/targets")
                .path("data")
                .path("activeTargets")
                .path(0);
        assertThat(target.path("health").asText()).isEqualTo("up");
        assertThat(target.path("lastError").asText()).isEmpty();
    }

    @Test
    void rulesFireWhenTheyShouldAndOnlyThen() throws Exception {
        Path tests = RULES.resolveSibling("rules_test.yml");
        assertThat(Prometheus.promtool("", "test", "rules", tests.toString())).contains("SUCCESS");
        String tested = Files.readString(tests);
        String operations = Files.readString(REPOSITORY.resolve("docs/operations.md"));
        Matcher alerts = Pattern.compile("- alert: (\\w+)").matcher(Files.readString(RULES));
        while (alerts.find()) {
            String name = alerts.group(1);
            assertThat(tested).contains("alertname=\"" + name + "\"");
            assertThat(operations).as("a row in docs/operations.md, \"Alerts\"").contains("`" + name + "`");
        }
    }

    @Test
    void rulesCanBeEvaluatedOnTheLiveScrape() {
        Awaitility.await().atMost(PATIENCE).untilAsserted(() -> {
            List<String> health = new ArrayList<>();
            prometheus()
                    .get("/api/v1/rules")
                    .path("data")
                    .path("groups")
                    .forEach(group -> group.path("rules")
                            .forEach(rule -> health.add(rule.path("health").asText()
                                    + rule.path("lastError").asText(""))));
            assertThat(health).hasSizeGreaterThan(20).containsOnly("ok");
        });
    }

    /** A panel that stays empty because a name was mistyped looks like a healthy fleet. */
    @Test
    void everyQueryOfTheDashboardReturnsSeries() throws Exception {
        Map<String, String> open = new TreeMap<>(queries());
        assertThat(open).hasSizeGreaterThan(40);
        int[] round = {0};
        Awaitility.await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).untilAsserted(() -> {
            traffic(round[0]++);
            open.values().removeIf(query -> prometheus().query(query).size() > 0);
            assertThat(open).isEmpty();
        });
    }

    private static Map<String, String> queries() throws IOException {
        Map<String, String> queries = new TreeMap<>();
        for (JsonNode panel : new ObjectMapper().readTree(DASHBOARD.toFile()).path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                String query = target.path("expr")
                        .asText()
                        .replace("$__rate_interval", "5s")
                        .replaceAll("\\$(model|worker)", ".*");
                queries.put(
                        panel.path("title").asText() + " "
                                + target.path("refId").asText(),
                        query);
            }
        }
        return queries;
    }

    /** docs/metrics.md is the reference: what is scraped stands there, with its type. */
    @Test
    void everyFamilyIsInTheReference() throws Exception {
        traffic(0);
        String page = Files.readString(REPOSITORY.resolve("docs/metrics.md"));
        List<String> missing = new ArrayList<>();
        Matcher families = FAMILY.matcher(fleet.scrape());
        while (families.find()) {
            String row = "| `%s` | %s |".formatted(families.group(1), families.group(2));
            if (!families.group(1).endsWith("_max") && !page.contains(row)) {
                missing.add(row);
            }
        }
        assertThat(missing).isEmpty();
    }
}
