package dev.warmpath.it.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.it.docs.page.Checkout;
import dev.warmpath.it.docs.page.CodeBlock;
import dev.warmpath.it.docs.page.MarkdownPage;
import dev.warmpath.it.docs.reference.ReferencePage;
import dev.warmpath.it.docs.site.LinkCheck;
import dev.warmpath.it.docs.site.Site;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.endpoint.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the pages say can be followed: links lead somewhere, examples load, names exist, generated pages are up to date. */
class DocsTest {

    private static final Pattern DOCTOR_SAYS = Pattern.compile("the doctor says ((?:`[a-z_]+`(?: or )?)+)");
    private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");
    private static final Pattern ALERT = Pattern.compile("- alert: (\\w+)");
    private static final Pattern HEADING = Pattern.compile("(?m)^## (\\w+)$");
    private static final Pattern METRIC_ROW = Pattern.compile("(?m)^\\| `(warmpath_[a-z_]+)`");
    private static final Pattern METRIC = Pattern.compile("\\b(warmpath_[a-z_]+[a-z])\\b(?!\\*)");
    private static final Pattern KEY = Pattern.compile("([a-z_]+)(?:\\[])?(?:\\.[a-z_]+(?:\\[])?)+");
    private static final String MINIMAL = """
            scoring:
              prefill: {overlap_weight: 20.0}
              decode: {overlap_weight: 2.0}
            models:
              - {name: my-model}
            """;

    /** Sections whose names are nothing else's: {@code health.state} is no key but a member of an answer. */
    private static final Set<String> SECTIONS = Set.of(
            "server",
            "admission",
            "admin",
            "scoring",
            "snapshot",
            "prompt",
            "upstream",
            "breaker",
            "tracing",
            "models",
            "workers",
            "discovery");

    /** What examples take from the environment. */
    private static final Map<String, String> SECRETS = Map.of("ROUTERS_SECRET", "a", "WORKER_API_KEY", "b");

    private static Checkout checkout = new Checkout(Path.of(""));
    private static List<MarkdownPage> pages = List.of();

    @BeforeAll
    static void readPages() throws IOException {
        checkout = Checkout.around(Path.of(""));
        pages = checkout.pages();
    }

    @Test
    void everyLinkOfTheSiteLeadsSomewhere(@TempDir Path folder) throws IOException {
        int made = new Site(checkout, folder).build();

        assertThat(made).isEqualTo(pages.size()).isGreaterThan(20);
        assertThat(LinkCheck.of(folder)).isEmpty();
    }

    /** Where it does not: {@code bin/warmpath docs --reference}. */
    @ParameterizedTest
    @EnumSource
    void generatedPagesAreAsTheCodeHasThem(ReferencePage page) throws IOException {
        assertThat(Files.readString(page.in(checkout.root()))).isEqualTo(page.markdown());
    }

    @Test
    void everyKeyOfTheConfigurationIsInTheReference() {
        String reference = ReferencePage.CONFIGURATION.markdown();

        for (String path : ConfigLoader.knownKeys().values()) {
            String key = path.endsWith("[]") ? path.substring(0, path.length() - 2) : path;
            assertThat(reference).contains("| `" + key + "` | ");
        }
    }

    @Test
    void everyAlertHasItsPlaceInTheRunBook() throws IOException {
        String rules = Files.readString(checkout.root().resolve("docker/prometheus/rules.yml"));
        List<String> alerts = named(ALERT, rules);
        List<String> headings = named(HEADING, Files.readString(checkout.root().resolve("docs/runbook.md")));

        assertThat(alerts).hasSizeGreaterThan(10);
        assertThat(headings).containsExactlyElementsOf(alerts);
    }

    @Test
    void everyMetricThatAPageNamesIsInTheReference() throws IOException {
        Set<String> known =
                Set.copyOf(named(METRIC_ROW, Files.readString(checkout.root().resolve("docs/metrics.md"))));
        Set<String> named = new TreeSet<>();
        for (MarkdownPage page : pages) {
            if (!page.file().endsWith("CHANGELOG.md")) {
                page.inlineCode().forEach(code -> named.addAll(named(METRIC, code)));
            }
        }

        assertThat(named).hasSizeGreaterThan(40).isSubsetOf(known);
    }

    @Test
    void everyKeyThatAPageNamesExists() {
        Set<String> known = ConfigLoader.knownKeys().shapes().keySet();
        Set<String> named = new TreeSet<>();
        for (MarkdownPage page : pages) {
            for (String code : page.inlineCode()) {
                Matcher key = KEY.matcher(code);
                if (key.matches() && SECTIONS.contains(key.group(1))) {
                    named.add(code);
                }
            }
        }

        assertThat(named).hasSizeGreaterThan(100).isSubsetOf(known);
    }

    private static List<String> named(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    @Test
    void everyBlockSaysWhatItIs() {
        List<String> silent = new ArrayList<>();
        for (MarkdownPage page : pages) {
            for (CodeBlock block : page.blocks()) {
                if (block.language().isEmpty()) {
                    silent.add(checkout.nameOf(page) + ":" + block.line());
                }
            }
        }

        assertThat(silent).as("blocks without a language").isEmpty();
    }

    /** Blocks that have no overlap weights are parts of a file, and are completed; the others have to load as they stand. */
    @Test
    void everyExampleOfAConfigurationLoads(@TempDir Path folder) {
        int examples = 0;
        for (MarkdownPage page : pages) {
            for (CodeBlock block : page.blocks()) {
                String yaml = block.text();
                if (!block.language().equals("yaml") || !(yaml.contains("\nworkers:") || yaml.startsWith("workers:"))) {
                    continue;
                }
                String whole = yaml.contains("scoring:") ? yaml : MINIMAL + yaml;
                LoadResult result = ConfigLoader.loadText(whole, folder, SECRETS, List.of(), PathCheck.NOT_CHECKED);
                assertThat(result).as("%s:%n%s", page.file(), yaml).isInstanceOf(LoadResult.Loaded.class);
                examples++;
            }
        }

        assertThat(examples).isGreaterThan(3);
    }

    @Test
    void everyEndpointIsInTheTableOfTheApi() throws IOException {
        String text = Files.readString(checkout.root().resolve("docs/api.md"));

        for (Endpoint endpoint : Endpoint.values()) {
            assertThat(text).containsPattern("[ `]" + Pattern.quote(endpoint.path()) + "`");
        }
    }

    @Test
    void everyCheckThatAPageNamesIsOneOfTheDoctors() {
        Set<String> known = CheckName.all().stream().map(CheckName::key).collect(Collectors.toSet());
        List<String> named = new ArrayList<>();
        for (MarkdownPage page : pages) {
            Matcher says = DOCTOR_SAYS.matcher(page.text());
            while (says.find()) {
                NAME.matcher(says.group(1)).results().forEach(name -> named.add(name.group(1)));
            }
        }

        assertThat(named).hasSizeGreaterThan(10).isSubsetOf(known);
    }
}
