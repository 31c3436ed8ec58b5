package dev.warmpath.router.template.run;

import java.util.List;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A compiled macro.
 *
 * @param name empty for the body of a call block
 * @param frameSize slots of a frame; known only when everything around is compiled
 * @param entry sets the variables that the body starts with
 * @param caller slot of the variable of that name, or -1 when the body does not use it; likewise the next two
 * @param surroundings what it reads around its definition, or null when it does more than print
 */
public record MacroCode(
        String name,
        List<Parameter> parameters,
        IntSupplier frameSize,
        Step entry,
        Step body,
        int caller,
        int varargs,
        int kwargs,
        @Nullable Surroundings surroundings) {}
