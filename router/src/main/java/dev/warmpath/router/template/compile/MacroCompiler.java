package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.run.Code;
import dev.warmpath.router.template.run.MacroCode;
import dev.warmpath.router.template.run.Parameter;
import dev.warmpath.router.template.run.Step;
import dev.warmpath.router.template.scope.FunctionScope;
import dev.warmpath.router.template.scope.Mentions;
import dev.warmpath.router.template.scope.Names;
import dev.warmpath.router.template.scope.Reads;
import dev.warmpath.router.template.scope.Scope;
import dev.warmpath.router.template.scope.Variable;
import dev.warmpath.router.template.syntax.Stmt;
import java.util.ArrayList;
import java.util.List;

/** Macros, and the bodies of call blocks, to closures. */
final class MacroCompiler {

    private final Scope around;
    private final Scope scope;

    MacroCompiler(Scope around) {
        this.around = around;
        this.scope = around.function();
    }

    MacroCode compile(String name, Stmt.Signature signature, List<Stmt> body) {
        List<Variable> variables = new ArrayList<>();
        signature.names().forEach(parameter -> variables.add(scope.give(parameter)));
        signature.defaults().forEach(value -> Names.read(value, scope::load));
        checkCaller(signature, body);
        int caller = special("caller", signature, body);
        int kwargs = special("kwargs", signature, body);
        int varargs = special("varargs", signature, body);
        Names.note(body, scope);
        List<Parameter> parameters = new ArrayList<>();
        int required = variables.size() - signature.defaults().size();
        for (int i = 0; i < variables.size(); i++) {
            Variable variable = variables.get(i);
            Code otherwise = i < required
                    ? null
                    : new ExprCompiler(scope).compile(signature.defaults().get(i - required));
            parameters.add(new Parameter(variable.name(), variable.slot(), otherwise));
        }
        Step code = new StmtCompiler(scope).body(body);
        FunctionScope frame = scope.frame();
        return new MacroCode(
                name,
                parameters,
                frame::size,
                scope.entry(),
                code,
                caller,
                varargs,
                kwargs,
                // Also when a call gives it "caller": what parameters are without an argument may read another one.
                SurroundingsCompiler.compile(Reads.of(signature, body), null, around));
    }

    /** The slot of a variable that calls set only for bodies that use it, or -1. */
    private int special(String name, Stmt.Signature signature, List<Stmt> body) {
        return !signature.names().contains(name) && Mentions.of(name, body)
                ? scope.give(name).slot()
                : -1;
    }

    private static void checkCaller(Stmt.Signature signature, List<Stmt> body) {
        int place = signature.names().indexOf("caller");
        int required = signature.names().size() - signature.defaults().size();
        if (place >= 0 && place < required && Mentions.of("caller", body)) {
            throw new Fault(FaultReason.SYNTAX, "a parameter named 'caller' needs a default", 0);
        }
    }
}
