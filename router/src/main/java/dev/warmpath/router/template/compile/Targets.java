package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.run.Frame;
import dev.warmpath.router.template.run.Loop;
import dev.warmpath.router.template.scope.Scope;
import dev.warmpath.router.template.scope.Variable;
import dev.warmpath.router.template.syntax.Stmt;
import dev.warmpath.router.template.value.Namespace;
import java.util.Iterator;

/** What stands to the left of an assignment, to closures. */
final class Targets {

    private Targets() {}

    /** A target whose variables live in the scope's own frame. */
    static Loop.Assignment compile(Stmt.Target target, Scope scope) {
        if (target instanceof Stmt.Target.Variable variable) {
            int slot = own(variable.name(), scope).slot();
            return (frame, value) -> frame.set(slot, value);
        }
        if (target instanceof Stmt.Target.Member member) {
            return member(member, scope);
        }
        Loop.Assignment[] parts = ((Stmt.Target.Unpack) target)
                .targets().stream().map(inner -> compile(inner, scope)).toArray(Loop.Assignment[]::new);
        return (frame, value) -> unpack(parts, frame, value);
    }

    private static Variable own(String name, Scope scope) {
        Variable variable = scope.find(name);
        if (variable == null || variable.function() != scope.frame()) {
            throw new IllegalStateException("the name '" + name + "' was not noted in its scope");
        }
        return variable;
    }

    private static Loop.Assignment member(Stmt.Target.Member member, Scope scope) {
        Variable variable = scope.find(member.namespace());
        if (variable == null) {
            throw new IllegalStateException("the name '" + member.namespace() + "' was not noted in its scope");
        }
        int hops = scope.frame().hopsTo(variable.function());
        int slot = variable.slot();
        return (frame, value) -> {
            if (!(frame.outer(hops).get(slot) instanceof Namespace namespace)) {
                throw Fault.operation("cannot assign attribute on non-namespace object");
            }
            namespace.set(member.name(), value);
        };
    }

    private static void unpack(Loop.Assignment[] parts, Frame frame, Object value) {
        Iterator<Object> values = Iteration.of(value);
        Object[] unpacked = new Object[parts.length];
        for (int i = 0; i < parts.length; i++) {
            if (!values.hasNext()) {
                throw Fault.operation("not enough values to unpack, expected " + parts.length);
            }
            unpacked[i] = values.next();
        }
        if (values.hasNext()) {
            throw Fault.operation("too many values to unpack, expected " + parts.length);
        }
        for (int i = 0; i < parts.length; i++) {
            parts[i].assign(frame, unpacked[i]);
        }
    }
}
