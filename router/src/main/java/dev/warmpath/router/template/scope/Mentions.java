package dev.warmpath.router.template.scope;

import dev.warmpath.router.template.syntax.Expr;
import dev.warmpath.router.template.syntax.Stmt;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a body uses a name that its surroundings would have to give it, such as {@code loop} or {@code caller}, at any
 * depth. The first mention in the text decides: a body that sets the name first has its own.
 */
public final class Mentions {

    private final String name;
    private @Nullable Boolean read;

    private Mentions(String name) {
        this.name = name;
    }

    public static boolean of(String name, List<Stmt> body) {
        Mentions mentions = new Mentions(name);
        mentions.walk(body);
        return Boolean.TRUE.equals(mentions.read);
    }

    private void walk(List<Stmt> body) {
        for (Stmt statement : body) {
            if (read != null) {
                return;
            }
            walk(statement);
        }
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
            Names.read(block.filters(), this::loaded);
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
            Names.read(block.filters(), this::loaded);
        } else if (statement instanceof Stmt.With with) {
            with.targets().forEach(this::walk);
            with.values().forEach(this::walk);
            walk(with.body());
        } else if (statement instanceof Stmt.Generation generation) {
            walk(generation.body());
        }
    }

    private void walk(Stmt.Signature signature) {
        signature.names().forEach(this::stored);
        signature.defaults().forEach(this::walk);
    }

    private void walk(Expr expr) {
        Names.read(expr, this::loaded);
    }

    private void walk(Stmt.Target target) {
        if (target instanceof Stmt.Target.Variable variable) {
            stored(variable.name());
        } else if (target instanceof Stmt.Target.Unpack unpack) {
            unpack.targets().forEach(this::walk);
        } else if (target instanceof Stmt.Target.Member member) {
            loaded(member.namespace());
        }
    }

    private void loaded(String mentioned) {
        if (read == null && mentioned.equals(name)) {
            read = true;
        }
    }

    private void stored(String mentioned) {
        if (read == null && mentioned.equals(name)) {
            read = false;
        }
    }
}
