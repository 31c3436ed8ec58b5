package dev.warmpath.config.keys;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.document.TextFile;
import dev.warmpath.config.document.YamlText;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.problem.Problems;
import dev.warmpath.config.section.Sections;
import dev.warmpath.config.settings.server.ClientKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A file of client keys ({@code server.keys_file}): one key on each line, {@code NAME SHA256 [EXPIRES]}, or the YAML list that
 * {@code server.keys} has. It is good as a whole or not at all. A file without any key is not good: an editor or a
 * volume that is about to write it looks the same. {@code []} says that there is to be none.
 */
public final class KeysFile {

    /** Some four times what the most keys need. */
    private static final int MAX_BYTES = 512 << 10;

    /** What there is in the file, by its name in problems. */
    private static final String LIST = "keys";

    static final String NO_KEY = "the file has no key";
    static final String NO_KEY_REMEDY = "Write [] if there is to be none";

    private KeysFile() {}

    /** What a file says. */
    public sealed interface Result {

        /** It is good. */
        record Loaded(List<ClientKey> keys) implements Result {
            public Loaded {
                keys = List.copyOf(keys);
            }
        }

        /** It is not; none of its problems shows a secret. */
        record Refused(List<ConfigProblem> problems) implements Result {
            public Refused {
                problems = List.copyOf(problems);
            }
        }
    }

    /**
     * Reads a file. Blocks.
     *
     * @param present keys of the configuration itself, whose names are taken
     */
    public static Result read(Path file, List<ClientKey> present) {
        Problems problems = new Problems();
        // A pipe would be waited for.
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            problems.add("", Origin.UNKNOWN, "it is no regular file", null, "Name a file");
            return new Result.Refused(problems.inFileOrder());
        }
        String text = TextFile.read(file, MAX_BYTES, problems);
        return text == null ? new Result.Refused(problems.inFileOrder()) : parse(text, present);
    }

    /** The same of a file's text. */
    public static Result parse(String text, List<ClientKey> present) {
        Problems problems = new Problems();
        Node list = isYaml(text) ? YamlText.read(text, problems) : KeyLines.read(text, problems);
        List<ClientKey> keys = list == null ? List.of() : bind(list, present, problems);
        return problems.isEmpty() ? new Result.Loaded(keys) : new Result.Refused(problems.inFileOrder());
    }

    private static List<ClientKey> bind(Node list, List<ClientKey> present, Problems problems) {
        if (list.isNull()) {
            problems.add("", list.origin(), NO_KEY, null, NO_KEY_REMEDY);
        }
        Node root = new Node.Mapping(Map.of(LIST, list), list.origin());
        return Sections.read(root, problems, section -> new ClientKeyBinding(present).keys(section, LIST, List.of()));
    }

    /** No key's name can begin like a list. */
    private static boolean isYaml(String text) {
        String first = text.lines()
                .map(String::strip)
                .filter(KeyLines::says)
                .findFirst()
                .orElse("");
        return first.startsWith("- ") || first.startsWith("[") || first.equals("---");
    }
}
