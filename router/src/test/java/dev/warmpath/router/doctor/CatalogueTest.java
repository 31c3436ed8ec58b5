package dev.warmpath.router.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.CheckTable;
import dev.warmpath.router.doctor.check.AllChecks;
import dev.warmpath.router.doctor.check.Check;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** When this fails, put {@link CheckTable#markdown} in the place of the page's table. */
    @Test
    void theOperationsPageHasTheCataloguesTable() throws IOException {
        String page = Files.readString(page());

        assertThat(page).contains(CheckTable.markdown());
    }

    /** Builds run in the module's folder, some tools in the project's. */
    private static Path page() {
        Path fromModule = Path.of("../docs/operations.md");
        return Files.exists(fromModule) ? fromModule : Path.of("docs/operations.md");
    }
}
