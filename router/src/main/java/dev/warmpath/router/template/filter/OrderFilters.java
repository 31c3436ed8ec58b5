package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Equality;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Order;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.text.Casing;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Filters that compare elements with each other; text in any case is the same text unless they are told otherwise. */
final class OrderFilters {

    private OrderFilters() {}

    static void addTo(Map<String, Filter> filters) {
        filters.put("sort", OrderFilters::sort);
        filters.put("dictsort", OrderFilters::dictSort);
        filters.put("groupby", OrderFilters::groupBy);
        filters.put("unique", OrderFilters::unique);
        filters.put("min", (value, args, meter) -> extreme(value, args, meter, Order.Relation.LESS));
        filters.put("max", (value, args, meter) -> extreme(value, args, meter, Order.Relation.GREATER));
    }

    private static UnaryOperator<Object> key(AttributePath path, boolean caseSensitive, Meter meter) {
        return element -> {
            Object key = path.get(element, meter);
            return caseSensitive ? key : ignoreCase(key);
        };
    }

    private static Object ignoreCase(Object key) {
        return key instanceof String text ? Casing.lower(text) : key;
    }

    private record Keyed(Object key, Object element) {}

    /** Stable, also in reverse. */
    private static List<Object> sorted(List<Object> elements, UnaryOperator<Object> key, boolean reverse, Meter meter) {
        List<Keyed> keyed = new ArrayList<>(elements.size());
        for (Object element : elements) {
            meter.loop();
            keyed.add(new Keyed(key.apply(element), element));
        }
        Comparator<Keyed> order = (a, b) -> {
            meter.loop();
            if (Order.test(Order.Relation.LESS, a.key, b.key, meter)) {
                return -1;
            }
            return Order.test(Order.Relation.LESS, b.key, a.key, meter) ? 1 : 0;
        };
        try {
            keyed.sort(reverse ? order.reversed() : order);
        } catch (IllegalArgumentException e) {
            // NaN is neither less nor more than anything, and Java notices; Python sorts it somewhere.
            throw Fault.unsupported("sorting values that have no order");
        }
        List<Object> sorted = new ArrayList<>(keyed.size());
        keyed.forEach(entry -> sorted.add(entry.element));
        return sorted;
    }

    private static Object sort(Object value, Args args, Meter meter) {
        Bound bound = args.bind("sort", 0, "reverse", "case_sensitive", "attribute");
        boolean caseSensitive = Truth.of(bound.get(1, false));
        List<Object> elements = Iteration.toList(value, meter);
        UnaryOperator<Object> key = bound.some(2)
                ? attributes(bound.get(2), caseSensitive, meter)
                : key(AttributePath.SELF, caseSensitive, meter);
        return sorted(elements, key, Truth.of(bound.get(0, false)), meter);
    }

    /** Several attributes with commas between them sort by the first, then by the next. */
    private static UnaryOperator<Object> attributes(Object attribute, boolean caseSensitive, Meter meter) {
        if (!(attribute instanceof String text)) {
            return key(AttributePath.of(attribute), caseSensitive, meter);
        }
        List<UnaryOperator<Object>> keys = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            keys.add(key(AttributePath.of(part), caseSensitive, meter));
        }
        return element -> {
            List<Object> all = new ArrayList<>(keys.size());
            keys.forEach(key -> all.add(key.apply(element)));
            return all;
        };
    }

    private static Object dictSort(Object value, Args args, Meter meter) {
        Bound bound = args.bind("dictsort", 0, "case_sensitive", "by", "reverse");
        Object by = bound.get(1, "key");
        if (!by.equals("key") && !by.equals("value")) {
            throw Fault.operation("dictsort sorts by key or by value");
        }
        if (value instanceof Undefined undefined) {
            throw undefined.fault();
        }
        if (!(value instanceof Map)) {
            throw Fault.operation("dictsort takes a dict, not " + TypeName.of(value));
        }
        List<Object> pairs = new ArrayList<>();
        Dicts.of(value).forEach((key, member) -> pairs.add(Tuple.of(key, member)));
        AttributePath path = AttributePath.of(by.equals("key") ? 0L : 1L);
        return sorted(pairs, key(path, Truth.of(bound.get(0, false)), meter), Truth.of(bound.get(2, false)), meter);
    }

    private static Object groupBy(Object value, Args args, Meter meter) {
        Bound bound = args.bind("groupby", 1, "attribute", "default", "case_sensitive");
        boolean caseSensitive = Truth.of(bound.get(2, false));
        Object otherwise = bound.get(1, None.NONE);
        AttributePath path = AttributePath.of(bound.get(0), otherwise == None.NONE ? null : otherwise);
        UnaryOperator<Object> key = key(path, caseSensitive, meter);
        List<Object> groups = new ArrayList<>();
        List<Object> group = new ArrayList<>();
        Object groupKey = None.NONE;
        for (Object element : sorted(Iteration.toList(value, meter), key, false, meter)) {
            Object elementKey = key.apply(element);
            if (group.isEmpty() || !Equality.same(groupKey, elementKey, meter)) {
                group = new ArrayList<>();
                groupKey = elementKey;
                Object shown = caseSensitive ? elementKey : path.get(element, meter);
                groups.add(new Tuple(List.of(shown, group), List.of("grouper", "list")));
            }
            group.add(element);
        }
        return groups;
    }

    private static Object unique(Object value, Args args, Meter meter) {
        Bound bound = args.bind("unique", 0, "case_sensitive", "attribute");
        AttributePath path = bound.some(1) ? AttributePath.of(bound.get(1)) : AttributePath.SELF;
        UnaryOperator<Object> key = key(path, Truth.of(bound.get(0, false)), meter);
        return Generators.of(() -> {
            Iterator<Object> elements = Iteration.of(value);
            Map<Object, Object> seen = new LinkedHashMap<>();
            List<Object> found = new ArrayList<>();
            return Generators.next(
                    () -> {
                        while (found.isEmpty() && elements.hasNext()) {
                            meter.loop();
                            Object element = elements.next();
                            Object elementKey = key.apply(element);
                            if (Dicts.get(seen, elementKey) == null) {
                                Dicts.put(seen, elementKey, true);
                                found.add(element);
                            }
                        }
                        return !found.isEmpty();
                    },
                    () -> found.remove(0));
        });
    }

    private static Object extreme(Object value, Args args, Meter meter, Order.Relation better) {
        Bound bound = args.bind("min or max", 0, "case_sensitive", "attribute");
        AttributePath path = bound.some(1) ? AttributePath.of(bound.get(1)) : AttributePath.SELF;
        UnaryOperator<Object> key = key(path, Truth.of(bound.get(0, false)), meter);
        Iterator<Object> elements = Iteration.of(value);
        if (!elements.hasNext()) {
            return new Undefined("no aggregated item, sequence was empty");
        }
        Object best = elements.next();
        Object bestKey = key.apply(best);
        while (elements.hasNext()) {
            meter.loop();
            Object element = elements.next();
            Object elementKey = key.apply(element);
            if (Order.test(better, elementKey, bestKey, meter)) {
                best = element;
                bestKey = elementKey;
            }
        }
        return best;
    }
}
