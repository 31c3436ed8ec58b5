package dev.warmpath.it.docs.reference;

import dev.warmpath.config.document.KnownValue;
import dev.warmpath.config.document.KnownValue.Need;
import dev.warmpath.config.load.ConfigLoader;
import dev.warmpath.config.section.Kinds;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Every configuration key in a table: default and range as the bindings that read it have them, meaning as the commented example
 * says it.
 */
final class ConfigurationReference {

    private static final String EXAMPLE = "/dev/warmpath/config/warmpath.example.yaml";

    /** Groups of keys that mean in one place what they mean in another, where alone the example explains them. */
    private static final List<Entry<String, String>> ALIKE = List.of(
            Map.entry("admin.tls.", "server.tls."),
            Map.entry("cluster.tls.", "server.tls."),
            Map.entry("workers[].tls.", "upstream.tls."),
            Map.entry("workers[].health.", "health."),
            Map.entry("discovery[].worker.", "workers[]."),
            Map.entry("discovery[].etcd.tls.", "upstream.tls."),
            Map.entry("discovery[].kubernetes.tls.", "upstream.tls."));

    /** How units are written stands on the page of the rules. */
    private static final Pattern UNIT = Pattern.compile(" (?:in bytes or )?with (?:its|a) unit \\([^)]*\\)");

    /** The column of defaults says it. */
    private static final Pattern REQUIRED = Pattern.compile("^required: ");

    private static final String HEAD = """
            # Every configuration key

            What can be written, what holds where a key is left out, and what it is for. The rules (units, overrides, errors) and
            what belongs together: [configuration](configuration.md). `[]` stands for each item of a list. A key is set from the
            environment by its path in upper case, joined by two underscores (`server.max_body`: `WARMPATH_SERVER__MAX_BODY`), or by
            `--set PATH=VALUE`.
            """;

    private final ExampleRemarks remarks;
    private final StringBuilder page = new StringBuilder(ReferencePage.NOTE).append(HEAD);
    private final Set<String> begun = new HashSet<>();
    private String section = "";

    private ConfigurationReference(ExampleRemarks remarks) {
        this.remarks = remarks;
    }

    static String markdown() {
        ConfigurationReference reference = new ConfigurationReference(new ExampleRemarks(example()));
        ConfigLoader.knownKeys().described().forEach(reference::add);
        return reference.page.toString();
    }

    private static String example() {
        try (InputStream in = ConfigurationReference.class.getResourceAsStream(EXAMPLE)) {
            return new String(Objects.requireNonNull(in, EXAMPLE).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void add(KnownValue key) {
        String top = key.path().split("[.\\[]", 2)[0];
        if (!top.equals(section)) {
            section = top;
            begin();
        }
        groups(key.path());
        page.append("| ").append(Cell.code(key.path())).append(" | ").append(standard(key));
        page.append(" | ")
                .append(key.list() ? "list; each " : "")
                .append(Cell.text(UNIT.matcher(key.expected()).replaceAll("")));
        page.append(" | ").append(meaning(key.path())).append(" |\n");
    }

    /** A row for each group of keys that begins here and of which something is said. */
    private void groups(String path) {
        for (int dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
            String group = path.substring(0, dot);
            String remark = remarks.of(group);
            if (!group.equals(section) && remark != null && begun.add(group)) {
                page.append("| ")
                        .append(Cell.code(group))
                        .append(" | | a group of keys | ")
                        .append(Cell.text(remark))
                        .append(" |\n");
            }
        }
    }

    private void begin() {
        page.append("\n## ").append(section).append("\n\n");
        String remark = remarks.of(section);
        if (remark != null) {
            page.append(Cell.text(remark)).append("\n\n");
        }
        page.append("| key | default | may be | what it is |\n|---|---|---|---|\n");
    }

    private static String standard(KnownValue key) {
        if (key.need() == Need.REQUIRED) {
            return "**required**";
        }
        String standard = key.standard();
        boolean nothing =
                standard == null || standard.isEmpty() || standard.equals("[]") || standard.equals(Kinds.MASK);
        return nothing ? "none" : Cell.code(Objects.requireNonNull(standard));
    }

    private String meaning(String path) {
        String remark = remarks.of(path);
        return remark == null
                ? "as " + Cell.code(alike(path))
                : Cell.text(REQUIRED.matcher(remark).replaceFirst(""));
    }

    private static String alike(String path) {
        return ALIKE.stream()
                .filter(group -> path.startsWith(group.getKey()))
                .map(group -> group.getValue() + path.substring(group.getKey().length()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing is said of " + path + " in " + EXAMPLE
                        + ": write a remark behind the key or above it"));
    }
}
