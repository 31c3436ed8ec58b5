package dev.warmpath.router.template.call;

import dev.warmpath.router.template.fault.Meter;

/** A method of a value, not yet called. */
public record BoundMethod(String name, Callable code) implements Callable {

    @Override
    public Object call(Args args, Meter meter) {
        return code.call(args, meter);
    }
}
