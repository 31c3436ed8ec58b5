package dev.warmpath.config.section;

import dev.warmpath.config.document.KeyPath;
import dev.warmpath.config.document.KnownKeys;
import dev.warmpath.config.document.KnownKeys.Shape;
import dev.warmpath.config.document.KnownValue;
import dev.warmpath.config.document.KnownValue.Need;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Lists the keys that binding code asks for, with what may be written and what holds otherwise. */
final class DescribingSection implements Section {

    private final String path;
    private final SortedMap<String, Shape> shapes;
    private final List<KnownValue> values;

    private DescribingSection(String path, SortedMap<String, Shape> shapes, List<KnownValue> values) {
        this.path = path;
        this.shapes = shapes;
        this.values = values;
    }

    static KnownKeys describe(Consumer<Section> binding) {
        TreeMap<String, Shape> shapes = new TreeMap<>();
        List<KnownValue> values = new ArrayList<>();
        binding.accept(new DescribingSection("", shapes, values));
        return new KnownKeys(shapes, values);
    }

    @Override
    public <T> T value(String key, Kind<T> kind, T now) {
        note(key, Need.OPTIONAL, kind, now);
        return now;
    }

    @Override
    public <T> @Nullable T optional(String key, Kind<T> kind, @Nullable T now) {
        note(key, Need.OPTIONAL, kind, now);
        return now;
    }

    @Override
    public <T> @Nullable T required(String key, Kind<T> kind, @Nullable T now) {
        note(key, Need.REQUIRED, kind, null);
        return now;
    }

    private <T> void note(String key, Need need, Kind<T> kind, @Nullable T now) {
        shapes.put(path(key), Shape.VALUE);
        values.add(new KnownValue(path(key), need, false, kind.expected(), now == null ? null : written(kind, now)));
    }

    @Override
    public <T> @Nullable List<T> values(String key, Kind<T> kind, @Nullable List<T> now) {
        shapes.put(path(key), Shape.LIST);
        shapes.put(path(key) + "[]", Shape.VALUE);
        String standard = now == null
                ? null
                : now.stream().map(item -> written(kind, item)).collect(Collectors.joining(", ", "[", "]"));
        values.add(new KnownValue(path(key), Need.OPTIONAL, true, kind.expected(), standard));
        return now;
    }

    private static <T> String written(Kind<T> kind, T value) {
        return String.valueOf(kind.write(value));
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
        return new DescribingSection(path(key), shapes, values);
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
