package dev.warmpath.router.template.call;

import dev.warmpath.router.template.fault.Meter;

/** Anything that a template can call: macros, bound methods, global functions. */
@FunctionalInterface
public interface Callable {

    Object call(Args args, Meter meter);
}
