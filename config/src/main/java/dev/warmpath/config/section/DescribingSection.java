package dev.warmpath.config.section;

import dev.warmpath.config.document.KeyPath;
import dev.warmpath.config.document.KnownKeys.Shape;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Lists the keys that binding code asks for. */
final class DescribingSection implements Section {

    private final String path;
    private final SortedMap<String, Shape> shapes;

    DescribingSection(String path, SortedMap<String, Shape> shapes) {
        this.path = path;
        this.shapes = shapes;
    }

    @Override
    public <T> T value(String key, Kind<T> kind, T now) {
        shapes.put(path(key), Shape.VALUE);
        return now;
    }

    @Override
    public <T> @Nullable T optional(String key, Kind<T> kind, @Nullable T now) {
        shapes.put(path(key), Shape.VALUE);
        return now;
    }

    @Override
    public <T> @Nullable T required(String key, Kind<T> kind, @Nullable T now) {
        shapes.put(path(key), Shape.VALUE);
        return now;
    }

    @Override
    public <T> @Nullable List<T> values(String key, Kind<T> kind, @Nullable List<T> now) {
        shapes.put(path(key), Shape.LIST);
        shapes.put(path(key) + "[]", Shape.VALUE);
        return now;
    }

    @Override
    public <T> T section(String key, Function<Section, T> binding) {
        return binding.apply(sub(key));
    }

    @Override
    public <T, C> @Nullable T optionalSection(String key, @Nullable C now, ItemBinding<T, C> binding) {
        return binding.bind(sub(key), now);
    }

    @Override
    public <T, C> List<T> sections(String key, List<C> now, ItemBinding<T, C> binding) {
        shapes.put(path(key), Shape.LIST);
        binding.bind(sub(key + "[]"), null);
        return List.of();
    }

    private DescribingSection sub(String key) {
        shapes.put(path(key), Shape.SECTION);
        return new DescribingSection(path(key), shapes);
    }

    @Override
    public boolean has(String key) {
        return false;
    }

    @Override
    public void refuse(String key, String message, @Nullable String seen, String remedy) {}

    @Override
    public String path(String key) {
        return KeyPath.child(path, key);
    }
}
