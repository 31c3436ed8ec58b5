package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.method.Access;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Filters that apply another filter, a test or an attribute to each element. */
final class SelectionFilters {

    private SelectionFilters() {}

    static void addTo(Map<String, Filter> filters) {
        filters.put("map", SelectionFilters::map);
        filters.put("select", (value, args, meter) -> select(value, args, meter, true, false));
        filters.put("reject", (value, args, meter) -> select(value, args, meter, false, false));
        filters.put("selectattr", (value, args, meter) -> select(value, args, meter, true, true));
        filters.put("rejectattr", (value, args, meter) -> select(value, args, meter, false, true));
        filters.put("attr", SelectionFilters::attr);
    }

    private static Object attr(Object value, Args args, Meter meter) {
        String name = Str.of(args.bind("attr", 1, "name").get(0), meter);
        Object found = Access.own(value, name);
        return found != null ? found : Undefined.element(value);
    }

    private static Object map(Object value, Args args, Meter meter) {
        return Generators.of(() -> {
            if (!Truth.of(value)) {
                return Collections.emptyIterator();
            }
            UnaryOperator<Object> function = function(args, meter);
            Iterator<Object> elements = Iteration.of(value);
            return Generators.next(elements::hasNext, () -> {
                meter.loop();
                return function.apply(elements.next());
            });
        });
    }

    private static UnaryOperator<Object> function(Args args, Meter meter) {
        if (!args.positional().isEmpty()) {
            Filter filter = Filters.named(Str.of(args.positional().get(0), meter));
            Args rest = args.rest();
            return element -> filter.apply(element, rest, meter);
        }
        Map<String, Object> named = new LinkedHashMap<>(args.named());
        Object attribute = named.remove("attribute");
        Object otherwise = named.remove("default");
        if (attribute == null) {
            throw Fault.operation("map requires a filter argument");
        }
        if (!named.isEmpty()) {
            throw Fault.operation("map got an unexpected keyword argument");
        }
        AttributePath path = AttributePath.of(attribute, otherwise == None.NONE ? null : otherwise);
        return element -> path.get(element, meter);
    }

    private static Object select(Object value, Args args, Meter meter, boolean wanted, boolean byAttribute) {
        return Generators.of(() -> {
            if (!Truth.of(value)) {
                return Collections.emptyIterator();
            }
            Predicate<Object> predicate = predicate(args, meter, byAttribute);
            Iterator<Object> elements = Iteration.of(value);
            List<Object> found = new ArrayList<>(1);
            return Generators.next(
                    () -> {
                        while (found.isEmpty() && elements.hasNext()) {
                            meter.loop();
                            Object element = elements.next();
                            if (predicate.test(element) == wanted) {
                                found.add(element);
                            }
                        }
                        return !found.isEmpty();
                    },
                    () -> found.remove(0));
        });
    }

    private static Predicate<Object> predicate(Args args, Meter meter, boolean byAttribute) {
        AttributePath path = AttributePath.SELF;
        Args rest = args;
        if (byAttribute) {
            if (args.positional().isEmpty()) {
                throw Fault.operation("missing parameter for attribute name");
            }
            path = AttributePath.of(args.positional().get(0));
            rest = args.rest();
        }
        AttributePath way = path;
        if (rest.positional().isEmpty()) {
            return element -> Truth.of(way.get(element, meter));
        }
        Test test = Tests.named(Str.of(rest.positional().get(0), meter));
        Args arguments = rest.rest();
        return element -> test.holds(way.get(element, meter), arguments, meter);
    }
}
