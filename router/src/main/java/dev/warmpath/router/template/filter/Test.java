package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.fault.Meter;

/** A test: a question about a value. */
@FunctionalInterface
public interface Test {

    boolean holds(Object value, Args args, Meter meter);
}
