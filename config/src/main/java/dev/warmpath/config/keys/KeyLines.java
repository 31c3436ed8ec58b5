package dev.warmpath.config.keys;

import dev.warmpath.config.document.Node;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.problem.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The form of a keys file that has one key on each line; {@code #} begins a line that says nothing. */
final class KeyLines {

    private static final List<String> FIELDS = List.of("name", "sha256", "expires");
    private static final int FEWEST_FIELDS = 2;

    private KeyLines() {}

    /** The lines as the list that YAML would have; null, with the problem reported, if there is no key. */
    static @Nullable Node read(String text, Problems problems) {
        List<Node> items = new ArrayList<>();
        int number = 0;
        boolean any = false;
        for (String line : text.split("\n", -1)) {
            number++;
            if (says(line.strip())) {
                any = true;
                Origin place = new Origin.Line(number);
                String[] fields = line.strip().split("\\s+", -1);
                if (fields.length < FEWEST_FIELDS || fields.length > FIELDS.size()) {
                    // Not shown: it may be the key itself.
                    problems.add("", place, "the line is not NAME SHA256 [EXPIRES]", null, "Write what key new prints");
                } else {
                    items.add(item(fields, place));
                }
            }
        }
        if (!any) {
            problems.add("", Origin.UNKNOWN, KeysFile.NO_KEY, null, KeysFile.NO_KEY_REMEDY);
        }
        return any ? new Node.Sequence(items, Origin.UNKNOWN) : null;
    }

    private static Node item(String[] fields, Origin place) {
        Map<String, Node> entries = new LinkedHashMap<>();
        for (int i = 0; i < fields.length; i++) {
            entries.put(FIELDS.get(i), new Node.Scalar(fields[i], Node.Style.OVERRIDE, place));
        }
        return new Node.Mapping(entries, place);
    }

    /** Whether a line, without blanks at its ends, has something to say. */
    static boolean says(String line) {
        return !line.isEmpty() && !line.startsWith("#");
    }
}
