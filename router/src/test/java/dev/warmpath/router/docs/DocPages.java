package dev.warmpath.router.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The project's Markdown pages, as their readers meet them: links, anchors and blocks of code. */
final class DocPages {

    private static final Pattern FENCE = Pattern.compile("(?ms)^```([a-z]*)\\n(.*?)^```$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
    private static final Pattern NOT_IN_ANCHORS = Pattern.compile("[^\\p{L}\\p{N} _-]");

    /** One page. */
    record Page(Path file, String text) {

        /** Blocks of code in a language. */
        List<String> blocks(String language) {
            return FENCE.matcher(text)
                    .results()
                    .filter(fence -> fence.group(1).equals(language))
                    .map(fence -> fence.group(2))
                    .toList();
        }

        /** Where the links of the page lead. */
        List<String> links() {
            return matches(LINK, withoutBlocks());
        }

        /** The anchors of the page's headings, as GitHub makes them. */
        List<String> anchors() {
            return matches(HEADING, withoutBlocks()).stream()
                    .map(heading -> NOT_IN_ANCHORS
                            .matcher(heading.toLowerCase(Locale.ROOT))
                            .replaceAll("")
                            .replace(' ', '-'))
                    .toList();
        }

        private String withoutBlocks() {
            return FENCE.matcher(text).replaceAll("");
        }

        private static List<String> matches(Pattern pattern, String text) {
            return pattern.matcher(text).results().map(DocPages::firstGroup).toList();
        }
    }

    private DocPages() {}

    private static String firstGroup(MatchResult match) {
        return match.group(1);
    }

    /** The project's folder: builds run in the module's, some tools in the project's. */
    static Path project() {
        Path module = Path.of("..").toAbsolutePath().normalize();
        return Files.exists(module.resolve("docs")) ? module : Path.of("").toAbsolutePath();
    }

    /** All pages for users and for those who change the project. */
    static List<Page> all() throws IOException {
        List<Page> pages = new ArrayList<>();
        for (String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
            pages.add(page(project().resolve(name)));
        }
        for (String folder : List.of("docs", "docker", "it-tests/real-engine")) {
            try (Stream<Path> files = Files.walk(project().resolve(folder))) {
                for (Path file :
                        files.filter(found -> found.toString().endsWith(".md")).toList()) {
                    pages.add(page(file));
                }
            }
        }
        return pages;
    }

    static Page page(Path file) throws IOException {
        return new Page(file, Files.readString(file));
    }
}
