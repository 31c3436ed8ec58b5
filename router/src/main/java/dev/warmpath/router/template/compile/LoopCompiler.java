package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.run.Code;
import dev.warmpath.router.template.run.Loop;
import dev.warmpath.router.template.run.LoopMemory;
import dev.warmpath.router.template.run.Step;
import dev.warmpath.router.template.run.Surroundings;
import dev.warmpath.router.template.scope.Assigned;
import dev.warmpath.router.template.scope.FunctionScope;
import dev.warmpath.router.template.scope.Mentions;
import dev.warmpath.router.template.scope.Names;
import dev.warmpath.router.template.scope.Reads;
import dev.warmpath.router.template.scope.Scope;
import dev.warmpath.router.template.syntax.Expr;
import dev.warmpath.router.template.syntax.Stmt;
import org.jspecify.annotations.Nullable;

/** Loops to closures: where their variables live and which of the special ones they need. */
final class LoopCompiler {

    private final Scope scope;

    LoopCompiler(Scope scope) {
        this.scope = scope;
    }

    Step compile(Stmt.For loop) {
        if (Assigned.contains("loop", loop)) {
            throw new Fault(FaultReason.SYNTAX, "the variable 'loop' cannot be set inside a loop", loop.line());
        }
        Code source = new ExprCompiler(scope).compile(loop.source());
        Loop.Filter filter =
                loop.filter().map(test -> filter(test, loop.target())).orElse(null);
        Scope around = loop.recursive() ? scope.function() : scope;
        Scope inner = loop.recursive() ? around : scope.block();
        boolean needsLoop = loop.recursive() || Mentions.of("loop", loop.body());
        int loopSlot = needsLoop ? inner.give("loop").slot() : -1;
        Loop compiled = body(loop, source, filter, inner, loopSlot);
        FunctionScope frame = inner.frame();
        return loop.recursive() ? (outer, out) -> compiled.runRecursive(outer, frame::size, out) : compiled::run;
    }

    private Loop body(Stmt.For loop, Code source, Loop.@Nullable Filter filter, Scope inner, int loopSlot) {
        Names.give(loop.target(), inner);
        Names.note(loop.body(), inner);
        Loop.Assignment target = Targets.compile(loop.target(), inner);
        Step code = new StmtCompiler(inner).body(loop.body());
        return new Loop(
                source, filter, target, loopSlot, inner.entry(), code, otherwise(loop, inner), memory(loop, loopSlot));
    }

    /** Null where a turn may do more than print, or what it reads cannot be told. */
    private @Nullable LoopMemory memory(Stmt.For loop, int loopSlot) {
        if (loop.recursive() || loop.filter().isPresent()) {
            return null;
        }
        // A body that is not given the variable reads that of a loop around it.
        String own = loopSlot >= 0 ? "loop" : null;
        Surroundings surroundings = SurroundingsCompiler.compile(Reads.of(loop.body()), own, scope);
        return surroundings == null ? null : new LoopMemory(surroundings);
    }

    /** The else part knows nothing of the loop's variables, but in a recursive loop it runs in the loop's frame. */
    private Step otherwise(Stmt.For loop, Scope inner) {
        if (loop.otherwise().isEmpty()) {
            return (frame, out) -> Step.Flow.NEXT;
        }
        Scope scopeOfElse = loop.recursive() ? scope.functionIn(inner.frame()) : scope.block();
        Names.note(loop.otherwise(), scopeOfElse);
        Step code = new StmtCompiler(scopeOfElse).body(loop.otherwise());
        Step entry = scopeOfElse.entry();
        return (frame, out) -> {
            entry.run(frame, out);
            return code.run(frame, out);
        };
    }

    private Loop.Filter filter(Expr test, Stmt.Target target) {
        Scope own = scope.function();
        Names.give(target, own);
        Names.read(test, own::load);
        Loop.Assignment assignment = Targets.compile(target, own);
        Code code = new ExprCompiler(own).compile(test);
        FunctionScope frame = own.frame();
        return new Loop.Filter(frame::size, own.entry(), assignment, code);
    }
}
