package dev.warmpath.router.template.method;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.fault.Meter;

/** A method of one type of value. */
@FunctionalInterface
interface Method {

    Object call(Object self, Args args, Meter meter);
}
