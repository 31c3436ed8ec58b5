package dev.warmpath.router.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.CheckTable;
import dev.warmpath.router.doctor.check.AllChecks;
import dev.warmpath.router.doctor.check.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class CatalogueTest {

    @Test
    void everyNameHasOneCheckInTheSameOrder() {
        assertThat(AllChecks.list()).extracting(Check::name).containsExactlyElementsOf(CheckName.all());
    }

    @Test
    void keysAreTheirOwn() {
        assertThat(CheckName.all()).extracting(CheckName::key).doesNotHaveDuplicates();
    }

    /** A bar would end the cell of the table. */
    @Test
    void textsFitIntoATable() {
        for (CheckName name : CheckName.all()) {
            assertThat(new String[] {
                        name.text().symptom(),
                        name.text().verify(),
                        name.text().negative(),
                        name.text().remedy()
                    })
                    .as(name.key())
                    .allSatisfy(text -> assertThat(text).isNotBlank().doesNotContain("|", "\n"));
        }
    }

    /** A metric that was renamed must not send anybody astray. */
    @Test
    void metricsThatAreNamedExist() throws IOException {
        String metrics = Files.readString(page("metrics.md"));
        List<String> named = Pattern.compile("warmpath_[a-z_]+")
                .matcher(CheckTable.markdown())
                .results()
                .map(MatchResult::group)
                .distinct()
                .toList();

        assertThat(named).isNotEmpty().allSatisfy(name -> assertThat(metrics).contains("`" + name));
    }

    /** When this fails, put {@link CheckTable#markdown} in the place of the page's table. */
    @Test
    void theOperationsPageHasTheCataloguesTable() throws IOException {
        String page = Files.readString(page("operations.md"));

        assertThat(page).contains(CheckTable.markdown());
    }

    /** Builds run in the module's folder, some tools in the project's. */
    private static Path page(String name) {
        Path fromModule = Path.of("../docs", name);
        return Files.exists(fromModule) ? fromModule : Path.of("docs", name);
    }
}
