package dev.warmpath.router.template.global;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Meter;

/** The global {@code joiner(separator)}: nothing on the first call, the separator on all others. */
final class Joiner implements Callable {

    private final Object separator;
    private boolean used;

    private Joiner(Object separator) {
        this.separator = separator;
    }

    static Object create(Args args, Meter meter) {
        return new Joiner(args.bind("joiner", 0, "sep").get(0, ", "));
    }

    @Override
    public Object call(Args args, Meter meter) {
        args.bind("joiner", 0);
        boolean first = !used;
        used = true;
        return first ? "" : separator;
    }
}
