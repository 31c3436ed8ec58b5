package dev.warmpath.router.template.global;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Bound;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.python.Numbers;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.value.Namespace;
import dev.warmpath.router.template.value.Range;
import java.time.Clock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The functions that a template finds without being given them: Jinja's, and the two that Hugging Face adds. */
public final class Globals {

    /** The sandbox refuses longer ranges. */
    private static final int MAX_RANGE = 100_000;

    private Globals() {}

    public static Map<String, Object> with(Clock clock) {
        return Map.of(
                "range", (Callable) Globals::range,
                "dict", (Callable) Globals::dict,
                "namespace", (Callable) Globals::namespace,
                "cycler", (Callable) Cycler::create,
                "joiner", (Callable) Joiner::create,
                "lipsum",
                        (Callable) (args, meter) -> {
                            throw Fault.unsupported("lipsum, which is random");
                        },
                "raise_exception",
                        (Callable) (args, meter) -> {
                            Object message =
                                    args.bind("raise_exception", 1, "message").get(0);
                            throw new Fault(FaultReason.RAISED, Str.of(message, meter), 0);
                        },
                "strftime_now",
                        (Callable) (args, meter) -> {
                            Object format =
                                    args.bind("strftime_now", 1, "format").get(0);
                            return Strftime.format(Str.of(format, meter), clock, meter);
                        });
    }

    private static Object range(Args args, Meter meter) {
        Bound bound = args.bind("range", 1, "/start", "/stop", "/step");
        boolean one = !bound.given(1);
        long start = one ? 0 : bound(bound.get(0));
        long stop = bound(one ? bound.get(0) : bound.get(1));
        long step = bound(bound.get(2, 1L));
        if (step == 0) {
            throw Fault.operation("range() arg 3 must not be zero");
        }
        Range range = new Range(start, stop, step);
        if (range.size() > MAX_RANGE) {
            throw Fault.limit("a range of more than " + MAX_RANGE + " numbers");
        }
        return range;
    }

    /** Bounds stay far from the ends of a long, so that a range's own arithmetic cannot overflow. */
    private static long bound(Object value) {
        if (!Numbers.isInteger(value)) {
            throw Fault.operation("range() takes integers");
        }
        if (!Numbers.isSmall(value) || Math.abs(Numbers.small(value)) > Long.MAX_VALUE / 4) {
            throw Fault.limit("a bound of a range is too large");
        }
        return Numbers.small(value);
    }

    private static Map<Object, Object> dict(Args args, Meter meter) {
        Map<Object, Object> dict = new LinkedHashMap<>();
        if (!args.positional().isEmpty()) {
            Object source = new Args(args.positional(), Map.of())
                    .bind("dict", 1, "/source")
                    .get(0);
            if (source instanceof Map) {
                dict.putAll(Dicts.of(source));
            } else {
                addPairs(source, dict, meter);
            }
        }
        dict.putAll(args.named());
        meter.elements(dict.size());
        return dict;
    }

    private static void addPairs(Object source, Map<Object, Object> dict, Meter meter) {
        Iterator<Object> pairs = Iteration.of(source);
        while (pairs.hasNext()) {
            meter.loop();
            List<Object> pair = Iteration.toList(pairs.next(), meter);
            if (pair.size() != 2) {
                throw Fault.operation("dict() takes pairs");
            }
            Dicts.put(dict, pair.get(0), pair.get(1));
        }
    }

    private static Object namespace(Args args, Meter meter) {
        Namespace namespace = new Namespace();
        dict(args, meter).forEach((name, value) -> {
            if (!(name instanceof String text)) {
                throw Fault.operation("the names in a namespace must be strings");
            }
            namespace.set(text, value);
        });
        return namespace;
    }
}
