package dev.warmpath.router.template.scope;

import dev.warmpath.router.template.syntax.Expr;
import dev.warmpath.router.template.syntax.Stmt;
import java.util.List;

/** Goes over all names that statements mention, at any depth, in the order of the text. */
final class NameWalk {

    /** Is told the names. */
    interface Listener {

        /** An expression reads it. */
        void loaded(String name);

        /** It is set as a whole. */
        void stored(String name);

        /** An attribute of the namespace of this name is set. */
        void memberStored(String name);
    }

    private final Listener listener;

    private NameWalk(Listener listener) {
        this.listener = listener;
    }

    /** Tells every name in these statements. */
    static void over(List<Stmt> body, Listener listener) {
        new NameWalk(listener).walk(body);
    }

    private void walk(List<Stmt> body) {
        body.forEach(this::walk);
    }

    private void walk(Stmt statement) {
        if (statement instanceof Stmt.Print print) {
            walk(print.value());
        } else if (statement instanceof Stmt.If choice) {
            choice.branches().forEach(branch -> {
                walk(branch.test());
                walk(branch.body());
            });
            walk(choice.otherwise());
        } else if (statement instanceof Stmt.For loop) {
            walk(loop.target());
            walk(loop.source());
            walk(loop.body());
            walk(loop.otherwise());
            loop.filter().ifPresent(this::walk);
        } else if (statement instanceof Stmt.Assign assign) {
            walk(assign.target());
            walk(assign.value());
        } else {
            walkBlock(statement);
        }
    }

    private void walkBlock(Stmt statement) {
        if (statement instanceof Stmt.AssignBlock block) {
            walk(block.target());
            Names.read(block.filters(), listener::loaded);
            walk(block.body());
        } else if (statement instanceof Stmt.Macro macro) {
            walk(macro.signature());
            walk(macro.body());
        } else if (statement instanceof Stmt.CallBlock call) {
            walk(call.call());
            walk(call.signature());
            walk(call.body());
        } else if (statement instanceof Stmt.FilterBlock block) {
            walk(block.body());
            Names.read(block.filters(), listener::loaded);
        } else if (statement instanceof Stmt.With with) {
            with.targets().forEach(this::walk);
            with.values().forEach(this::walk);
            walk(with.body());
        } else if (statement instanceof Stmt.Generation generation) {
            walk(generation.body());
        }
    }

    private void walk(Stmt.Signature signature) {
        signature.names().forEach(listener::stored);
        signature.defaults().forEach(this::walk);
    }

    private void walk(Expr expr) {
        Names.read(expr, listener::loaded);
    }

    private void walk(Stmt.Target target) {
        if (target instanceof Stmt.Target.Variable variable) {
            listener.stored(variable.name());
        } else if (target instanceof Stmt.Target.Unpack unpack) {
            unpack.targets().forEach(this::walk);
        } else if (target instanceof Stmt.Target.Member member) {
            listener.memberStored(member.namespace());
        }
    }
}
