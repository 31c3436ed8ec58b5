package dev.warmpath.config.section;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What stands for a key that is not written, where there may be nothing to take it from. */
public final class InForce {

    private InForce() {}

    /** A component of what is in force, or null where nothing is. */
    public static <S, T> @Nullable T inForce(@Nullable S now, Function<S, @Nullable T> component) {
        return now == null ? null : component.apply(now);
    }
}
