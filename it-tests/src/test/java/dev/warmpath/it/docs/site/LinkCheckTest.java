package dev.warmpath.it.docs.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warmpath.it.docs.page.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A site of two pages: its links are good until one is spoilt. */
class LinkCheckTest {

    @TempDir
    private Path folder = Path.of("");

    private Path root = Path.of("");

    @BeforeEach
    void twoPages() throws IOException {
        root = folder.resolve("checkout");
        write("README.md", "# Start\n\n[On](docs/next.md#a-heading-and-code), [code](LICENSE).\n");
        write("docs/next.md", "# Next\n\n## A heading, and `code`\n\n[Back](../README.md), ![a dot](images/dot.png)\n");
        write("docs/navigation.yaml", "Pages: [README.md]\n");
        write("docs/images/dot.png", "dot");
        write("LICENSE", "free");
    }

    private void write(String name, String text) throws IOException {
        Files.createDirectories(root.resolve(name).getParent());
        Files.writeString(root.resolve(name), text);
    }

    private Path made() throws IOException {
        Path site = folder.resolve("site");
        new Site(new Checkout(root), site).build();
        return site;
    }

    @Test
    void goodLinksAreNotComplainedOf() throws IOException {
        assertThat(LinkCheck.of(made())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "[x](gone.md), gone.html, NO_SUCH_FILE",
        "[x](images/gone.png), images/gone.png, NO_SUCH_FILE",
        "[x](images), images, NO_SUCH_FILE",
        "![x](images/gone.png), images/gone.png, NO_SUCH_FILE",
        "[x](../README.md#gone), ../index.html#gone, NO_SUCH_ANCHOR",
        "[x](#gone), #gone, NO_SUCH_ANCHOR",
        "[x](../../outside.md), ../../outside.html, LEAVES_THE_SITE",
        "![](images/dot.png), images/dot.png, NO_DESCRIPTION",
        "[x](ftp://example.com/a), ftp://example.com/a, NO_ADDRESS",
        "[x](https:///a), https:///a, NO_ADDRESS",
        "[x](https://exa_mple.com/%zz), https://exa_mple.com/%zz, NO_ADDRESS"
    })
    void brokenLinkIsNamedWithItsPageAndReason(String spoilt, String link, LinkFault.Reason reason) throws IOException {
        write("docs/next.md", "# Next\n\n## A heading, and `code`\n\n" + spoilt + "\n");

        assertThat(LinkCheck.of(made())).containsExactly(new LinkFault("docs/next.html", link, reason));
    }

    @Test
    void pageThatNobodyLinksToIsNamed() throws IOException {
        write("docs/alone.md", "# Alone\n");

        assertThat(LinkCheck.of(made()))
                .containsExactly(new LinkFault("docs/alone.html", "", LinkFault.Reason.UNREACHABLE));
    }

    @Test
    void headingsOfOneNameHaveAnchorsOfTheirOwn() throws IOException {
        write("docs/next.md", "# Next\n\n## A heading, and `code`\n\n## Twice\n\n## Twice\n\n[x](#twice-1)\n");

        assertThat(LinkCheck.of(made())).isEmpty();
    }

    @Test
    void folderWithOtherFilesIsLeftAlone() throws IOException {
        write("../site/mine.html", "mine");

        assertThatThrownBy(this::made).hasMessageContaining("is not empty");
    }
}
