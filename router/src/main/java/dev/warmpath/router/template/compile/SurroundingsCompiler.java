package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.run.Surroundings;
import dev.warmpath.router.template.scope.Scope;
import dev.warmpath.router.template.scope.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names that a body reads, to where they are found around it. */
final class SurroundingsCompiler {

    private SurroundingsCompiler() {}

    /**
     * What a body reads around it. A name that it sets itself is there as well, as what it is outside: that tells more
     * surroundings apart than need be, and never less.
     *
     * @param names null for a body that does more than print
     * @param own the name that whoever runs the body gives to it, whatever it means outside; null when there is none
     * @param around where the body stands
     */
    static @Nullable Surroundings compile(@Nullable Set<String> names, @Nullable String own, Scope around) {
        if (names == null) {
            return null;
        }
        List<String> read = new ArrayList<>();
        List<Surroundings.Reading> values = new ArrayList<>();
        for (String name : names) {
            if (!name.equals(own)) {
                read.add(name);
                values.add(reading(name, around));
            }
        }
        return new Surroundings(List.copyOf(read), List.copyOf(values));
    }

    private static Surroundings.Reading reading(String name, Scope around) {
        Variable variable = around.find(name);
        if (variable == null) {
            return frame -> frame.context(name);
        }
        int hops = around.frame().hopsTo(variable.function());
        int slot = variable.slot();
        return frame -> frame.outer(hops).get(slot);
    }
}
