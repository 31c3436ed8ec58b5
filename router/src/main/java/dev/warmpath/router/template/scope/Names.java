package dev.warmpath.router.template.scope;

import dev.warmpath.router.template.syntax.Expr;
import dev.warmpath.router.template.syntax.Stmt;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Finds the names that expressions read and statements set, in the order of the text. */
public final class Names {

    private Names() {}

    /** Notes what a block's statements read and set. Stops at blocks inside, which have names of their own. */
    public static void note(List<Stmt> body, Scope scope) {
        body.forEach(statement -> note(statement, scope));
    }

    private static void note(Stmt statement, Scope scope) {
        if (statement instanceof Stmt.Print print) {
            read(print.value(), scope::load);
        } else if (statement instanceof Stmt.If choice) {
            noteIf(choice, scope);
        } else if (statement instanceof Stmt.For loop) {
            read(loop.source(), scope::load);
        } else if (statement instanceof Stmt.Assign assign) {
            read(assign.value(), scope::load);
            note(assign.target(), scope);
        } else if (statement instanceof Stmt.AssignBlock block) {
            note(block.target(), scope);
        } else if (statement instanceof Stmt.Macro macro) {
            scope.store(macro.name());
        } else if (statement instanceof Stmt.CallBlock call) {
            read(call.call(), scope::load);
        } else if (statement instanceof Stmt.FilterBlock block) {
            read(block.filters(), scope::load);
        } else if (statement instanceof Stmt.With with) {
            with.values().forEach(value -> read(value, scope::load));
        }
    }

    private static void noteIf(Stmt.If choice, Scope scope) {
        read(choice.branches().get(0).test(), scope::load);
        scope.enterBranch();
        for (Stmt.If.Branch branch : choice.branches()) {
            read(branch.test(), scope::load);
            note(branch.body(), scope);
        }
        note(choice.otherwise(), scope);
        scope.leaveBranch();
    }

    public static void note(Stmt.Target target, Scope scope) {
        if (target instanceof Stmt.Target.Variable variable) {
            scope.store(variable.name());
        } else if (target instanceof Stmt.Target.Unpack unpack) {
            unpack.targets().forEach(inner -> note(inner, scope));
        } else if (target instanceof Stmt.Target.Member member) {
            scope.load(member.namespace());
        }
    }

    /** Declares the variables of a loop or {@code with}, which are set from outside. */
    public static void give(Stmt.Target target, Scope scope) {
        if (target instanceof Stmt.Target.Variable variable) {
            scope.give(variable.name());
        } else if (target instanceof Stmt.Target.Unpack unpack) {
            unpack.targets().forEach(inner -> give(inner, scope));
        }
    }

    public static void read(List<Expr.Filter> filters, Consumer<String> names) {
        filters.forEach(filter -> read(filter.arguments(), names));
    }

    private static void read(Expr.Arguments arguments, Consumer<String> names) {
        arguments.positional().forEach(value -> read(value, names));
        arguments.named().forEach(argument -> read(argument.value(), names));
        arguments.spreadList().ifPresent(value -> read(value, names));
        arguments.spreadDict().ifPresent(value -> read(value, names));
    }

    /** Tells every name that an expression reads. */
    public static void read(Expr expr, Consumer<String> names) {
        if (expr instanceof Expr.Name name) {
            names.accept(name.name());
        } else if (expr instanceof Expr.Tested tested) {
            read(tested.target(), names);
            read(tested.arguments(), names);
        } else if (expr instanceof Expr.Filtered filtered) {
            read(filtered.target(), names);
            read(filtered.filter().arguments(), names);
        } else if (expr instanceof Expr.Call call) {
            read(call.callee(), names);
            read(call.arguments(), names);
        } else {
            children(expr).forEach(child -> read(child, names));
        }
    }

    private static List<Expr> children(Expr expr) {
        if (expr instanceof Expr.ListOf list) {
            return list.items();
        }
        if (expr instanceof Expr.TupleOf tuple) {
            return tuple.items();
        }
        if (expr instanceof Expr.DictOf dict) {
            return join(dict.keys(), dict.values());
        }
        if (expr instanceof Expr.Choice choice) {
            return join(
                    List.of(choice.test(), choice.then()),
                    choice.otherwise().stream().toList());
        }
        if (expr instanceof Expr.And and) {
            return List.of(and.left(), and.right());
        }
        if (expr instanceof Expr.Or or) {
            return List.of(or.left(), or.right());
        }
        if (expr instanceof Expr.Unary unary) {
            return List.of(unary.operand());
        }
        if (expr instanceof Expr.Binary binary) {
            return List.of(binary.left(), binary.right());
        }
        if (expr instanceof Expr.Concat concat) {
            return concat.parts();
        }
        if (expr instanceof Expr.Comparison comparison) {
            return join(
                    List.of(comparison.first()),
                    comparison.links().stream().map(Expr.Comparison.Link::right).toList());
        }
        if (expr instanceof Expr.Attribute attribute) {
            return List.of(attribute.target());
        }
        if (expr instanceof Expr.Item item) {
            return List.of(item.target(), item.key());
        }
        if (expr instanceof Expr.Slice slice) {
            return List.of(slice.start(), slice.stop(), slice.step());
        }
        return List.of();
    }

    private static List<Expr> join(List<Expr> first, List<Expr> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
