package dev.warmpath.it.docs.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The project's folder, where the pages lie.
 *
 * @param root with {@code docs} and {@code README.md} in it
 */
public record Checkout(Path root) {

    /** Pages, and folders with pages in them. */
    private static final List<String> PLACES =
            List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "docker", "it-tests/real-engine");

    public Checkout {
        root = root.toAbsolutePath().normalize();
    }

    /**
     * The checkout that holds a folder: builds run in a module's, tools in the project's.
     *
     * @throws IOException if the folder lies in none
     */
    public static Checkout around(Path folder) throws IOException {
        Path start = folder.toAbsolutePath().normalize();
        for (Path at = start; at != null; at = at.getParent()) {
            if (Files.isRegularFile(at.resolve("README.md")) && Files.isDirectory(at.resolve("docs"))) {
                return new Checkout(at);
            }
        }
        throw new IOException(start + " is not inside a checkout of Warmpath: there is no README.md beside docs/");
    }

    /** All pages for users and for those who change the project, those that every project has first. */
    public List<MarkdownPage> pages() throws IOException {
        List<MarkdownPage> pages = new ArrayList<>();
        for (String place : PLACES) {
            Path start = root.resolve(place);
            if (!Files.exists(start)) {
                continue;
            }
            try (Stream<Path> files = Files.walk(start)) {
                for (Path file : files.filter(Checkout::isPage).sorted().toList()) {
                    pages.add(MarkdownPage.read(file));
                }
            }
        }
        return pages;
    }

    private static boolean isPage(Path file) {
        return file.toString().endsWith(".md") && !file.toString().contains("/target/");
    }

    /** A page's path inside the project, with slashes. */
    public String nameOf(MarkdownPage page) {
        return root.relativize(page.file().toAbsolutePath().normalize())
                .toString()
                .replace('\\', '/');
    }
}
