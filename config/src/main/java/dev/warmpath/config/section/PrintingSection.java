package dev.warmpath.config.section;

import dev.warmpath.config.document.KeyPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes the settings in force as a tree of maps, lists and scalars, in the order in which the binding asks. */
final class PrintingSection implements Section {

    private final String path;
    private final Map<String, Object> written = new LinkedHashMap<>();

    private PrintingSection(String path) {
        this.path = path;
    }

    static Map<String, Object> print(Consumer<Section> binding) {
        PrintingSection root = new PrintingSection("");
        binding.accept(root);
        return root.written;
    }

    @Override
    public <T> T value(String key, Kind<T> kind, T now) {
        written.put(key, scalar(kind, now));
        return now;
    }

    @Override
    public <T> @Nullable T optional(String key, Kind<T> kind, @Nullable T now) {
        if (now != null) {
            written.put(key, scalar(kind, now));
        }
        return now;
    }

    @Override
    public <T> @Nullable T required(String key, Kind<T> kind, @Nullable T now) {
        return optional(key, kind, now);
    }

    @Override
    public <T> @Nullable List<T> values(String key, Kind<T> kind, @Nullable List<T> now) {
        if (now != null) {
            List<Object> items = new ArrayList<>();
            now.forEach(item -> items.add(scalar(kind, item)));
            written.put(key, items);
        }
        return now;
    }

    @Override
    public <T> T section(String key, Function<Section, T> binding) {
        PrintingSection section = new PrintingSection(path(key));
        T bound = binding.apply(section);
        if (!section.written.isEmpty()) {
            written.put(key, section.written);
        }
        return bound;
    }

    @Override
    public <T, C> @Nullable T optionalSection(String key, @Nullable C now, ItemBinding<T, C> binding) {
        if (now == null) {
            return null;
        }
        PrintingSection section = new PrintingSection(path(key));
        T bound = binding.bind(section, now);
        written.put(key, section.written);
        return bound;
    }

    @Override
    public <T, C> List<T> sections(String key, List<C> now, ItemBinding<T, C> binding) {
        List<Object> items = new ArrayList<>();
        List<T> bound = new ArrayList<>();
        for (C item : now) {
            PrintingSection section = new PrintingSection(path(key) + "[" + items.size() + "]");
            T value = binding.bind(section, item);
            items.add(section.written);
            if (value != null) {
                bound.add(value);
            }
        }
        written.put(key, items);
        return bound;
    }

    @Override
    public boolean has(String key) {
        return written.containsKey(key);
    }

    @Override
    public void refuse(String key, String message, @Nullable String seen, String remedy) {}

    @Override
    public String path(String key) {
        return KeyPath.child(path, key);
    }

    /** Dollar signs are doubled, for the loader takes {@code ${}} for a reference. */
    private static <T> Object scalar(Kind<T> kind, T value) {
        Object plain = kind.write(value);
        return plain instanceof String text ? text.replace("$", "$$") : plain;
    }
}
