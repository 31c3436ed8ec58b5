package dev.warmpath.router.template.filter;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.value.Lazy;
import java.util.Iterator;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Values that are computed when they are asked for, as Python's generators: even their first line runs only then, so that
 * an error in a filter nobody reads from never shows.
 */
final class Generators {

    private Generators() {}

    /** A generator whose iterator is made at the first question. */
    static Lazy of(Supplier<Iterator<Object>> body) {
        return new Lazy(new Iterator<>() {
            private @Nullable Iterator<Object> started;

            private Iterator<Object> start() {
                Iterator<Object> iterator = started;
                if (iterator == null) {
                    iterator = body.get();
                    started = iterator;
                }
                return iterator;
            }

            @Override
            public boolean hasNext() {
                return start().hasNext();
            }

            @Override
            public Object next() {
                return start().next();
            }
        });
    }

    /** A generator that fails when it is read. */
    static Lazy failing(String message) {
        return of(() -> {
            throw Fault.operation(message);
        });
    }

    static Iterator<Object> next(BooleanSupplier hasNext, Supplier<Object> next) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return hasNext.getAsBoolean();
            }

            @Override
            public Object next() {
                return next.get();
            }
        };
    }
}
