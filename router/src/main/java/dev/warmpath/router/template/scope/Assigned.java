package dev.warmpath.router.template.scope;

import dev.warmpath.router.template.syntax.Stmt;
import java.util.List;

/** Whether a statement, or any inside it, sets a name. */
public final class Assigned {

    private Assigned() {}

    public static boolean contains(String name, Stmt statement) {
        if (statement instanceof Stmt.For loop) {
            return sets(name, loop.target()) || any(name, loop.body()) || any(name, loop.otherwise());
        }
        if (statement instanceof Stmt.If choice) {
            return choice.branches().stream().anyMatch(branch -> any(name, branch.body()))
                    || any(name, choice.otherwise());
        }
        if (statement instanceof Stmt.Assign assign) {
            return sets(name, assign.target());
        }
        if (statement instanceof Stmt.AssignBlock block) {
            return sets(name, block.target()) || any(name, block.body());
        }
        if (statement instanceof Stmt.With with) {
            return with.targets().stream().anyMatch(target -> sets(name, target)) || any(name, with.body());
        }
        return any(name, bodyOf(statement));
    }

    private static List<Stmt> bodyOf(Stmt statement) {
        if (statement instanceof Stmt.Macro macro) {
            return macro.body();
        }
        if (statement instanceof Stmt.CallBlock call) {
            return call.body();
        }
        if (statement instanceof Stmt.FilterBlock block) {
            return block.body();
        }
        return statement instanceof Stmt.Generation generation ? generation.body() : List.of();
    }

    private static boolean any(String name, List<Stmt> body) {
        return body.stream().anyMatch(statement -> contains(name, statement));
    }

    private static boolean sets(String name, Stmt.Target target) {
        if (target instanceof Stmt.Target.Variable variable) {
            return variable.name().equals(name);
        }
        return target instanceof Stmt.Target.Unpack unpack
                && unpack.targets().stream().anyMatch(inner -> sets(name, inner));
    }
}
