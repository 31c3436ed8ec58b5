package dev.warmpath.router.template.method;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Equality;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Slices;
import dev.warmpath.router.template.value.DictView;
import dev.warmpath.router.template.value.None;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The methods of lists, tuples and dicts that leave them as they are, and the names of those that would not. */
final class ContainerMethods {

    static final Map<String, Method> OF_DICT = Map.of(
            "items", (self, args, meter) -> view(self, args, DictView.Kind.ITEMS),
            "keys", (self, args, meter) -> view(self, args, DictView.Kind.KEYS),
            "values", (self, args, meter) -> view(self, args, DictView.Kind.VALUES),
            "get", ContainerMethods::get,
            "copy", ContainerMethods::copyDict,
            "fromkeys",
                    (self, args, meter) -> {
                        throw Fault.unsupported("the dict method 'fromkeys'");
                    });

    static final Map<String, Method> OF_LIST = Map.of(
            "count", ContainerMethods::count,
            "index", ContainerMethods::index,
            "copy", (self, args, meter) -> Iteration.toList(self, meter));

    static final Map<String, Method> OF_TUPLE =
            Map.of("count", ContainerMethods::count, "index", ContainerMethods::index);

    /** Refused by the immutable sandbox. */
    static final Set<String> CHANGE_DICT = Set.of("clear", "pop", "popitem", "setdefault", "update");

    /** Refused by the immutable sandbox. */
    static final Set<String> CHANGE_LIST =
            Set.of("append", "clear", "extend", "insert", "pop", "remove", "reverse", "sort");

    private ContainerMethods() {}

    private static Object view(Object self, Args args, DictView.Kind kind) {
        args.bind(kind.typeName(), 0);
        return new DictView(kind, Dicts.of(self));
    }

    private static Object get(Object self, Args args, Meter meter) {
        Bound bound = args.bind("get", 1, "/key", "/default");
        Object value = Dicts.get(Dicts.of(self), bound.get(0));
        return value != null ? value : bound.get(1, None.NONE);
    }

    private static Object copyDict(Object self, Args args, Meter meter) {
        args.bind("copy", 0);
        Map<Object, Object> dict = Dicts.of(self);
        meter.elements(dict.size());
        return new LinkedHashMap<>(dict);
    }

    private static Object count(Object self, Args args, Meter meter) {
        Object wanted = args.bind("count", 1, "/value").get(0);
        long count = 0;
        for (Object item : items(self)) {
            meter.loop();
            count += Equality.same(item, wanted, meter) ? 1 : 0;
        }
        return count;
    }

    private static Object index(Object self, Args args, Meter meter) {
        Bound bound = args.bind("index", 1, "/value", "/start", "/stop");
        List<Object> items = items(self);
        int end = Slices.clipBound(bound.get(2, None.NONE), items.size(), items.size());
        for (int i = Slices.clipBound(bound.get(1, None.NONE), items.size(), 0); i < end; i++) {
            meter.loop();
            if (Equality.same(items.get(i), bound.get(0), meter)) {
                return (long) i;
            }
        }
        throw Fault.operation("the value is not in the list");
    }

    private static List<Object> items(Object self) {
        List<Object> items = Iteration.items(self);
        return items == null ? new ArrayList<>() : items;
    }
}
