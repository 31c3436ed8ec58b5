package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.fault.Meter;

/** A filter: a function of a value and further arguments. */
@FunctionalInterface
public interface Filter {

    Object apply(Object value, Args args, Meter meter);
}
