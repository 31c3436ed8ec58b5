package dev.warmpath.router.template.global;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.value.Attributed;
import dev.warmpath.router.template.value.None;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The global {@code cycler(a, b, ...)}: hands out its items in turn. */
final class Cycler implements Attributed {

    private final List<Object> items;
    private int at;

    private Cycler(List<Object> items) {
        this.items = items;
    }

    static Object create(Args args, Meter meter) {
        if (args.positional().isEmpty()) {
            throw Fault.operation("at least one item has to be provided to cycler");
        }
        return new Cycler(args.positional());
    }

    @Override
    public @Nullable Object attribute(String name) {
        return switch (name) {
            case "current" -> items.get(at);
            case "next" ->
                (Callable) (args, meter) -> {
                    Object item = items.get(at);
                    at = (at + 1) % items.size();
                    return item;
                };
            case "reset" ->
                (Callable) (args, meter) -> {
                    at = 0;
                    return None.NONE;
                };
            default -> null;
        };
    }
}
