package dev.warmpath.router.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.PathCheck;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.load.LoadResult;
import dev.warmpath.router.docs.DocPages.Page;
import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.endpoint.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages say can be followed: links lead somewhere, examples load, names exist. */
class DocsTest {

    private static final Pattern DOCTOR_SAYS = Pattern.compile("the doctor says ((?:`[a-z_]+`(?: or )?)+)");
    private static final Pattern NAME = Pattern.compile("`([a-z_]+)`");
    private static final String MINIMAL = """
            scoring:
              prefill: {overlap_weight: 20.0}
              decode: {overlap_weight: 2.0}
            models:
              - {name: my-model}
            """;

    @Test
    void everyLinkInsideTheProjectLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Page page : DocPages.all()) {
            for (String link : page.links()) {
                if (!link.contains("://") && !leadsSomewhere(page, link)) {
                    broken.add(page.file() + ": " + link);
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    private static boolean leadsSomewhere(Page page, String link) throws IOException {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target = file.isEmpty() ? page.file() : page.file().resolveSibling(file);
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || DocPages.page(target).anchors().contains(link.substring(hash + 1));
    }

    /** Blocks that have no overlap weights are parts of a file, and are completed; the others have to load as they stand. */
    @Test
    void everyExampleOfAConfigurationLoads(@TempDir Path folder) throws IOException {
        int examples = 0;
        for (Page page : DocPages.all()) {
            for (String yaml : page.blocks("yaml")) {
                if (!yaml.contains("\nworkers:") && !yaml.startsWith("workers:")) {
                    continue;
                }
                String whole = yaml.contains("scoring:") ? yaml : MINIMAL + yaml;
                LoadResult result = ConfigLoader.loadText(whole, folder, Map.of(), List.of(), PathCheck.NOT_CHECKED);
                assertThat(result).as("%s:%n%s", page.file(), yaml).isInstanceOf(LoadResult.Loaded.class);
                examples++;
            }
        }

        assertThat(examples).isGreaterThan(3);
    }

    @Test
    void everyEndpointIsInTheTableOfTheApi() throws IOException {
        Path api = DocPages.all().stream()
                .map(Page::file)
                .filter(file -> file.endsWith("api.md"))
                .findFirst()
                .orElseThrow();
        String text = DocPages.page(api).text();
        for (Endpoint endpoint : Endpoint.values()) {
            assertThat(text).containsPattern("[ `]" + Pattern.quote(endpoint.path()) + "`");
        }
    }

    @Test
    void everyCheckThatAPageNamesIsOneOfTheDoctors() throws IOException {
        Set<String> known = CheckName.all().stream().map(CheckName::key).collect(Collectors.toSet());
        List<String> named = new ArrayList<>();
        for (Page page : DocPages.all()) {
            Matcher says = DOCTOR_SAYS.matcher(page.text());
            while (says.find()) {
                NAME.matcher(says.group(1)).results().forEach(name -> named.add(name.group(1)));
            }
        }

        assertThat(named).hasSizeGreaterThan(10).isSubsetOf(known);
    }
}
