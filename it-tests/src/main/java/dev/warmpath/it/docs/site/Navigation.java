package dev.warmpath.it.docs.site;

import dev.warmpath.it.docs.page.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The order in which the site offers its pages.
 *
 * @param groups as they stand below each other
 */
record Navigation(List<Group> groups) {

    private static final String FILE = "docs/navigation.yaml";

    /**
     * Pages under a heading.
     *
     * @param title the heading
     * @param pages paths inside the checkout
     */
    record Group(String title, List<String> pages) {}

    /** Reads {@code docs/navigation.yaml}: a mapping of headings to lists of pages. */
    static Navigation read(Checkout checkout) throws IOException {
        Path file = checkout.root().resolve(FILE);
        Object tree = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
        List<Group> groups = new ArrayList<>();
        if (!(tree instanceof Map<?, ?> headings)) {
            throw new IOException(file + ": is no mapping of headings to lists of pages");
        }
        headings.forEach((heading, pages) -> groups.add(new Group(String.valueOf(heading), paths(pages))));
        return new Navigation(groups);
    }

    private static List<String> paths(Object pages) {
        return pages instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
    }
}
