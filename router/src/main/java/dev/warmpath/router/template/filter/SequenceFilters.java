package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Arithmetic;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.value.DictView;
import dev.warmpath.router.template.value.Lazy;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/** Filters that take sequences apart and put them together. */
final class SequenceFilters {

    private SequenceFilters() {}

    static void addTo(Map<String, Filter> filters) {
        Filter length = SequenceFilters::length;
        filters.put("length", length);
        filters.put("count", length);
        filters.put("list", (value, args, meter) -> {
            args.bind("list", 0);
            return Iteration.toList(value, meter);
        });
        filters.put("first", SequenceFilters::first);
        filters.put("last", SequenceFilters::last);
        filters.put("reverse", SequenceFilters::reverse);
        filters.put("items", SequenceFilters::items);
        filters.put("batch", SequenceFilters::batch);
        filters.put("slice", SequenceFilters::slice);
        filters.put("sum", SequenceFilters::sum);
        filters.put("default", SequenceFilters::otherwise);
        filters.put("d", SequenceFilters::otherwise);
    }

    private static Object length(Object value, Args args, Meter meter) {
        args.bind("length", 0);
        if (value instanceof String text) {
            meter.scan(text.length());
        }
        return Iteration.length(value);
    }

    private static Object first(Object value, Args args, Meter meter) {
        args.bind("first", 0);
        Iterator<Object> elements = Iteration.of(value);
        return elements.hasNext() ? elements.next() : new Undefined("no first item, sequence was empty");
    }

    private static Object last(Object value, Args args, Meter meter) {
        args.bind("last", 0);
        Iterator<Object> elements = reversed(value, meter);
        return elements.hasNext() ? elements.next() : new Undefined("no last item, sequence was empty");
    }

    private static Object reverse(Object value, Args args, Meter meter) {
        args.bind("reverse", 0);
        if (value instanceof String text) {
            meter.chars(text.length());
            return new StringBuilder(text).reverse().toString();
        }
        if (value instanceof Lazy) {
            List<Object> all = Iteration.toList(value, meter);
            Collections.reverse(all);
            return all;
        }
        return new Lazy("reversed", reversed(value, meter));
    }

    private static Iterator<Object> reversed(Object value, Meter meter) {
        if (value instanceof Lazy) {
            throw Fault.operation("'" + TypeName.of(value) + "' object is not reversible");
        }
        List<Object> items = Iteration.items(value);
        List<Object> all = items != null ? items : Iteration.toList(value, meter);
        return new Iterator<>() {
            private int left = all.size();

            @Override
            public boolean hasNext() {
                return left > 0;
            }

            @Override
            public Object next() {
                return all.get(--left);
            }
        };
    }

    private static Object items(Object value, Args args, Meter meter) {
        args.bind("items", 0);
        if (value instanceof Undefined) {
            return new Lazy(Collections.emptyIterator());
        }
        if (value instanceof Map) {
            return new Lazy(DictView.pairs(Dicts.of(value)));
        }
        return Generators.failing("items takes a dict, not " + TypeName.of(value));
    }

    private static Object batch(Object value, Args args, Meter meter) {
        Bound bound = args.bind("batch", 1, "linecount", "fill_with");
        int size = Numbers.index(bound.get(0), "the size of a batch");
        Object fill = bound.get(1, None.NONE);
        return Generators.of(() -> {
            Iterator<Object> source = Iteration.of(value);
            return Generators.next(source::hasNext, () -> {
                List<Object> batch = new ArrayList<>();
                do {
                    meter.loop();
                    batch.add(source.next());
                } while (batch.size() != size && source.hasNext());
                if (fill != None.NONE && batch.size() < size) {
                    meter.elements(size - batch.size());
                    batch.addAll(Collections.nCopies(size - batch.size(), fill));
                }
                return batch;
            });
        });
    }

    private static Object slice(Object value, Args args, Meter meter) {
        Bound bound = args.bind("slice", 1, "slices", "fill_with");
        int slices = Numbers.index(bound.get(0), "the number of slices");
        Object fill = bound.get(1, None.NONE);
        return Generators.of(() -> {
            List<Object> all = Iteration.toList(value, meter);
            if (slices == 0) {
                throw Fault.operation("division by zero");
            }
            List<Object> cut = new ArrayList<>();
            meter.elements(Math.max(0, slices));
            int start = 0;
            for (int i = 0; i < slices; i++) {
                boolean longer = i < all.size() % slices;
                int end = start + all.size() / slices + (longer ? 1 : 0);
                List<Object> slice = new ArrayList<>(all.subList(start, end));
                if (fill != None.NONE && !longer) {
                    slice.add(fill);
                }
                cut.add(slice);
                start = end;
            }
            return cut.iterator();
        });
    }

    private static Object sum(Object value, Args args, Meter meter) {
        Bound bound = args.bind("sum", 0, "attribute", "start");
        AttributePath path = bound.some(0) ? AttributePath.of(bound.get(0)) : AttributePath.SELF;
        Object total = bound.get(1, 0L);
        if (total instanceof String || total instanceof Markup) {
            throw Fault.operation("sum() cannot sum strings");
        }
        Iterator<Object> elements = Iteration.of(value);
        while (elements.hasNext()) {
            meter.loop();
            total = Arithmetic.add(total, path.get(elements.next(), meter), meter);
        }
        return total;
    }

    private static Object otherwise(Object value, Args args, Meter meter) {
        Bound bound = args.bind("default", 0, "default_value", "boolean");
        boolean missing = value instanceof Undefined || (Truth.of(bound.get(1, false)) && !Truth.of(value));
        return missing ? bound.get(0, "") : value;
    }
}
