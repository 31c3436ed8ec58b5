package dev.warmpath.router.template.scope;

import dev.warmpath.router.template.run.Frame;
import dev.warmpath.router.template.run.Step;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names of one block that has names of its own: the template, a loop's body, a macro, a {@code with}, a block of set,
 * filter or call.
 *
 * <p>Jinja decides once, when it compiles, what a name means in a whole block. A name that the block only reads is the
 * one further out. A name that it sets anywhere is the block's own from the start, and what it holds until then depends
 * on what comes first in the text: read first, it begins with the outer value; set first, with the outer variable's
 * value if some block around knows the name and with nothing if not; set first inside an {@code if}, with the outer
 * value or the caller's, because the {@code if} may not be taken. That is visible: a loop that stands before a top-level
 * {@code set} of a name that the caller gave too sees nothing under that name. All names of a block are noted before
 * anything in it is compiled, for the same reason.
 */
public final class Scope {

    private final @Nullable Scope parent;
    private final FunctionScope function;
    private final Map<String, Variable> variables = new LinkedHashMap<>();
    private int branches;

    private Scope(@Nullable Scope parent, FunctionScope function) {
        this.parent = parent;
        this.function = function;
    }

    public static Scope root() {
        return new Scope(null, new FunctionScope(0));
    }

    /** A block that runs in the same frame. */
    public Scope block() {
        return new Scope(this, function);
    }

    /** A block that runs in a frame of its own. */
    public Scope function() {
        return new Scope(this, function.inner());
    }

    /** A block that runs in the frame of a function inside. */
    public Scope functionIn(FunctionScope inner) {
        return new Scope(this, inner);
    }

    public FunctionScope frame() {
        return function;
    }

    /** The variable that a name means here, or null when it has not been noted. */
    @Nullable
    public Variable find(String name) {
        for (Scope scope = this; scope != null; scope = scope.parent) {
            Variable variable = scope.variables.get(name);
            if (variable != null) {
                return variable;
            }
        }
        return null;
    }

    /** Notes that the name is read here. */
    public void load(String name) {
        if (find(name) == null) {
            define(name, Variable.Origin.CONTEXT, null);
        }
    }

    /** Notes that the name is set here. */
    public void store(String name) {
        if (variables.containsKey(name)) {
            return;
        }
        Variable outer = parent == null ? null : parent.find(name);
        if (outer != null) {
            define(name, Variable.Origin.OUTER, outer);
        } else {
            define(name, branches > 0 ? Variable.Origin.CONTEXT : Variable.Origin.UNSET, null);
        }
    }

    /** Notes that whoever enters the scope sets the name. */
    public Variable give(String name) {
        return define(name, Variable.Origin.GIVEN, null);
    }

    /** From here on names are noted that may not be reached; every call has its {@link #leaveBranch}. */
    public void enterBranch() {
        branches++;
    }

    public void leaveBranch() {
        branches--;
    }

    private Variable define(String name, Variable.Origin origin, @Nullable Variable outer) {
        Variable variable = new Variable(name, function, origin, outer);
        variables.put(name, variable);
        return variable;
    }

    /** Sets the variables that are not given to what they hold at first. */
    public Step entry() {
        Step[] steps = variables.values().stream()
                .filter(variable -> variable.origin() != Variable.Origin.GIVEN)
                .map(this::initial)
                .toArray(Step[]::new);
        return (frame, out) -> {
            for (Step step : steps) {
                step.run(frame, out);
            }
            return Step.Flow.NEXT;
        };
    }

    private Step initial(Variable variable) {
        int slot = variable.slot();
        String name = variable.name();
        return switch (variable.origin()) {
            case OUTER -> {
                int hops = function.hopsTo(variable.outer().function());
                int outerSlot = variable.outer().slot();
                yield (frame, out) -> set(frame, slot, frame.outer(hops).get(outerSlot));
            }
            case CONTEXT -> (frame, out) -> set(frame, slot, frame.context(name));
            case UNSET, GIVEN -> (frame, out) -> set(frame, slot, null);
        };
    }

    private static Step.Flow set(Frame frame, int slot, @Nullable Object value) {
        frame.set(slot, value);
        return Step.Flow.NEXT;
    }
}
