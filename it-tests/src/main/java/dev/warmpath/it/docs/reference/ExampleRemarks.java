package dev.warmpath.it.docs.reference;

import dev.warmpath.config.document.KeyPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the commented example of a configuration says of each key: the remark behind it, which may go on in the lines below, else the
 * remark in the lines above it. The example is read by its lines and their indentation, since a YAML parser does not tell
 * which key a remark belongs to; keys that are switched off ({@code #: }) count like the others.
 */
final class ExampleRemarks {

    private static final Pattern OFF = Pattern.compile("^(\\s*)#: ");
    private static final Pattern KEY = Pattern.compile("^( *)(- )?([a-z][a-z0-9_]*):(?: |$)(.*)$");
    private static final Pattern REMARK = Pattern.compile("(?:^|\\s)# (.*)$");

    /** A remark that goes on stands at least this much to the right of its key. */
    private static final int FURTHER_IN = 4;

    private record Level(int indent, String path) {}

    private final Map<String, String> behind = new HashMap<>();
    private final Map<String, String> above = new HashMap<>();
    private final Deque<Level> levels = new ArrayDeque<>();
    private final List<String> waiting = new ArrayList<>();
    private @Nullable Level last;

    /** Reads an example. */
    ExampleRemarks(String yaml) {
        yaml.lines().map(line -> OFF.matcher(line).replaceFirst("$1")).forEach(this::read);
    }

    /** The remark on a key, or null if there is none. */
    @Nullable
    String of(String path) {
        String remark = behind.get(path);
        return remark == null ? above.get(path) : remark;
    }

    private void read(String line) {
        String text = line.strip();
        if (text.isEmpty()) {
            waiting.clear();
            last = null;
            return;
        }
        if (text.startsWith("#")) {
            remark(line.indexOf('#'), text.substring(1).strip());
            return;
        }
        Matcher key = KEY.matcher(line);
        if (key.matches()) {
            key(key.group(1).length(), key.group(2) != null, key.group(3), key.group(4));
        }
        waiting.clear();
    }

    private void remark(int column, String text) {
        if (last != null && behind.containsKey(last.path()) && column >= last.indent() + FURTHER_IN) {
            behind.merge(last.path(), text, (before, more) -> before + " " + more);
        } else {
            waiting.add(text);
            last = null;
        }
    }

    private void key(int column, boolean item, String name, String rest) {
        leave(column);
        int indent = column;
        if (item) {
            levels.push(new Level(column, parent() + "[]"));
            indent = column + 2;
        }
        Level level = new Level(indent, KeyPath.child(parent(), name));
        levels.push(level);
        last = level;
        Matcher remark = REMARK.matcher(rest);
        if (remark.find()) {
            behind.putIfAbsent(level.path(), remark.group(1).strip());
        }
        if (!waiting.isEmpty()) {
            above.putIfAbsent(level.path(), String.join(" ", waiting));
        }
    }

    private void leave(int column) {
        while (!levels.isEmpty() && levels.element().indent() >= column) {
            levels.pop();
        }
    }

    private String parent() {
        return levels.isEmpty() ? "" : levels.element().path();
    }
}
