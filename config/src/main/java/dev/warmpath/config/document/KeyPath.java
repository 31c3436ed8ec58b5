package dev.warmpath.config.document;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The way from the root of a configuration tree to one value, written {@code workers[0].kv_events.endpoint}.
 *
 * @param steps names and list indexes, from the root
 */
public record KeyPath(List<Step> steps) implements Comparable<KeyPath> {

    private static final Pattern NAMED = Pattern.compile("([a-z][a-z0-9_]*)((?:\\[[0-9]{1,6}])*)");
    private static final Pattern INDEX = Pattern.compile("\\[([0-9]+)]");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}");

    /** One step: into a mapping by name, or into a list by index, where {@code name} is null. */
    public record Step(@Nullable String name, int index) {}

    public KeyPath {
        steps = List.copyOf(steps);
    }

    /** Reads {@code workers[0].role}; null if the text is no path. */
    public static @Nullable KeyPath parse(String text) {
        List<Step> steps = new ArrayList<>();
        for (String part : text.split("\\.", -1)) {
            Matcher named = NAMED.matcher(part);
            if (!named.matches()) {
                return null;
            }
            steps.add(new Step(named.group(1), 0));
            Matcher index = INDEX.matcher(named.group(2));
            while (index.find()) {
                steps.add(new Step(null, Integer.parseInt(index.group(1))));
            }
        }
        return new KeyPath(steps);
    }

    /** A path from its parts, of which those made of digits are list indexes. */
    public static KeyPath ofParts(List<String> parts) {
        List<Step> steps = new ArrayList<>();
        for (String part : parts) {
            boolean index = NUMBER.matcher(part).matches();
            steps.add(index ? new Step(null, Integer.parseInt(part)) : new Step(part, 0));
        }
        return new KeyPath(steps);
    }

    /** Extends a path, given as text, by a key; an empty key stays where it is. */
    public static String child(String path, String key) {
        return path.isEmpty() || key.isEmpty() ? path + key : path + "." + key;
    }

    /** The path with every index left open, as {@link KnownKeys} lists it: {@code workers[].role}. */
    public String pattern() {
        return write("");
    }

    @Override
    public String toString() {
        return write(null);
    }

    private String write(@Nullable String index) {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            if (step.name() == null) {
                text.append('[')
                        .append(index == null ? Integer.toString(step.index()) : index)
                        .append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".").append(step.name());
            }
        }
        return text.toString();
    }

    /** Parents before children and lower indexes before higher ones. */
    @Override
    public int compareTo(KeyPath other) {
        int shared = Math.min(steps.size(), other.steps.size());
        for (int i = 0; i < shared; i++) {
            Step mine = steps.get(i);
            Step theirs = other.steps.get(i);
            String myName = mine.name() == null ? "" : mine.name();
            String theirName = theirs.name() == null ? "" : theirs.name();
            int order = myName.compareTo(theirName);
            if (order == 0) {
                order = Integer.compare(mine.index(), theirs.index());
            }
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(steps.size(), other.steps.size());
    }
}
