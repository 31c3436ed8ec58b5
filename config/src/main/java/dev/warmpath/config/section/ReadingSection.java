package dev.warmpath.config.section;

import dev.warmpath.config.document.KeyPath;
import dev.warmpath.config.document.NearMiss;
import dev.warmpath.config.document.Node;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.problem.Problems;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads a tree and reports what is wrong with it. */
final class ReadingSection implements Section {

    private final String path;
    private final Node.Mapping mapping;
    private final Problems problems;
    private final Set<String> known = new LinkedHashSet<>();

    private ReadingSection(String path, Node.Mapping mapping, Problems problems) {
        this.path = path;
        this.mapping = mapping;
        this.problems = problems;
    }

    /** Binds a whole tree, or the part of one that stands at {@code path}, and reports the keys nobody asked for. */
    static <T> T read(String path, Node node, Problems problems, Function<Section, T> binding) {
        Node.Mapping mapping;
        if (node instanceof Node.Mapping written) {
            mapping = written;
        } else {
            mapping = new Node.Mapping(Map.of(), node.origin());
            if (!node.isNull() && !isBroken(node)) {
                problems.add(
                        path, node.origin(), "is " + nameOf(node) + ", not a section", null, "Write keys under it");
            }
        }
        ReadingSection section = new ReadingSection(path, mapping, problems);
        T bound = binding.apply(section);
        section.reportUnknownKeys();
        return bound;
    }

    private void reportUnknownKeys() {
        mapping.entries().forEach((key, value) -> {
            if (!known.contains(key)) {
                String meant = NearMiss.of(key, known);
                String keys = "Known here: " + String.join(", ", known);
                problems.add(
                        path(key),
                        value.origin(),
                        "is not a known key",
                        null,
                        meant == null ? keys : "Did you mean " + meant + "?");
            }
        });
    }

    @Override
    public <T> T value(String key, Kind<T> kind, T now) {
        T value = optional(key, kind, null);
        return value == null ? now : value;
    }

    @Override
    public <T> @Nullable T optional(String key, Kind<T> kind, @Nullable T now) {
        Node node = ask(key);
        T value = node == null ? null : scalar(path(key), node, kind);
        return value == null ? now : value;
    }

    @Override
    public <T> @Nullable T required(String key, Kind<T> kind, @Nullable T now) {
        Node node = ask(key);
        if (node == null) {
            refuse(key, "is missing", null, "Write " + kind.expected());
        }
        T value = node == null ? null : scalar(path(key), node, kind);
        return value == null ? now : value;
    }

    @Override
    public <T> @Nullable List<T> values(String key, Kind<T> kind, @Nullable List<T> now) {
        Node node = ask(key);
        if (node == null) {
            return now;
        }
        List<Node> items = items(key, node);
        List<T> values = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            T value = scalar(path(key) + "[" + i + "]", items.get(i), kind);
            if (value != null) {
                values.add(value);
            }
        }
        return values.size() == items.size() && node instanceof Node.Sequence ? values : now;
    }

    @Override
    public <T> T section(String key, Function<Section, T> binding) {
        Node node = ask(key);
        // What a section that is not written lacks is reported where the section should be.
        Node written = node == null ? new Node.Mapping(Map.of(), placeOf(key)) : node;
        return read(path(key), written, problems, binding);
    }

    @Override
    public <T, C> @Nullable T optionalSection(String key, @Nullable C now, ItemBinding<T, C> binding) {
        Node node = ask(key);
        return node == null ? null : item(path(key), node, now, binding);
    }

    @Override
    public <T, C> List<T> sections(String key, List<C> now, ItemBinding<T, C> binding) {
        Node node = ask(key);
        List<T> bound = new ArrayList<>();
        if (node != null) {
            int index = 0;
            for (Node item : items(key, node)) {
                String place = path(key) + "[" + index++ + "]";
                T value = item(place, item, null, binding);
                if (value != null) {
                    bound.add(value);
                }
            }
        }
        return bound;
    }

    @Override
    public boolean has(String key) {
        Node node = mapping.entries().get(key);
        return node != null && !node.isNull();
    }

    @Override
    public void refuse(String key, String message, @Nullable String seen, String remedy) {
        problems.add(path(key), placeOf(key), message, seen, remedy);
    }

    @Override
    public String path(String key) {
        return KeyPath.child(path, key);
    }

    /** Marks a key as known; null if it is not written. */
    private @Nullable Node ask(String key) {
        known.add(key);
        return has(key) ? mapping.entries().get(key) : null;
    }

    /** Where a key is written, or where it should be. */
    private Origin placeOf(String key) {
        Node node = mapping.entries().get(key);
        return node == null ? mapping.origin() : node.origin();
    }

    private List<Node> items(String key, Node node) {
        if (node instanceof Node.Sequence sequence) {
            return sequence.items();
        }
        if (!isBroken(node)) {
            refuse(key, "is " + nameOf(node) + ", not a list", null, "Write a list, even for one item");
        }
        return List.of();
    }

    private <T, C> @Nullable T item(String place, Node node, @Nullable C now, ItemBinding<T, C> binding) {
        return read(place, node, problems, section -> Optional.ofNullable(binding.bind(section, now)))
                .orElse(null);
    }

    private <T> @Nullable T scalar(String place, Node node, Kind<T> kind) {
        if (isBroken(node)) {
            return null;
        }
        if (!(node instanceof Node.Scalar scalar)) {
            problems.add(place, node.origin(), "is " + nameOf(node), null, "Write " + kind.expected());
            return null;
        }
        try {
            return kind.read(scalar);
        } catch (Unreadable e) {
            problems.add(place, scalar.origin(), e.message(), kind.shown(scalar.text()), e.remedy());
            return null;
        }
    }

    private static boolean isBroken(Node node) {
        return node instanceof Node.Scalar scalar && scalar.style() == Node.Style.BROKEN;
    }

    private static String nameOf(Node node) {
        if (node instanceof Node.Mapping) {
            return "a section";
        }
        return node instanceof Node.Sequence ? "a list" : "a single value";
    }
}
