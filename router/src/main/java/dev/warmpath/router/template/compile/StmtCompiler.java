package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.run.Code;
import dev.warmpath.router.template.run.Frame;
import dev.warmpath.router.template.run.Loop;
import dev.warmpath.router.template.run.Macro;
import dev.warmpath.router.template.run.MacroCode;
import dev.warmpath.router.template.run.Out;
import dev.warmpath.router.template.run.Step;
import dev.warmpath.router.template.scope.Names;
import dev.warmpath.router.template.scope.Scope;
import dev.warmpath.router.template.syntax.Expr;
import dev.warmpath.router.template.syntax.Stmt;
import dev.warmpath.router.template.value.Markup;
import dev.warmpath.router.template.value.TypeName;
import java.util.List;

/** Statements to closures, in one scope. */
final class StmtCompiler {

    private final Scope scope;
    private final ExprCompiler expressions;

    StmtCompiler(Scope scope) {
        this.scope = scope;
        this.expressions = new ExprCompiler(scope);
    }

    /** A body whose names have been noted. */
    Step body(List<Stmt> statements) {
        Step[] steps = statements.stream().map(this::located).toArray(Step[]::new);
        if (steps.length == 1) {
            return steps[0];
        }
        return (frame, out) -> {
            for (Step step : steps) {
                Step.Flow flow = step.run(frame, out);
                if (flow != Step.Flow.NEXT) {
                    return flow;
                }
            }
            return Step.Flow.NEXT;
        };
    }

    /** A statement whose faults, found now or later, know its line. */
    private Step located(Stmt statement) {
        int line = statement.line();
        try {
            Step step = compile(statement);
            return (frame, out) -> {
                try {
                    return step.run(frame, out);
                } catch (Fault e) {
                    throw e.at(line);
                }
            };
        } catch (Fault e) {
            throw e.at(line);
        }
    }

    private Step compile(Stmt statement) {
        if (statement instanceof Stmt.Text text) {
            String content = text.text();
            return (frame, out) -> append(out, content);
        }
        if (statement instanceof Stmt.Print print) {
            return Printing.compile(print.value(), expressions);
        }
        if (statement instanceof Stmt.If choice) {
            return choice(choice);
        }
        if (statement instanceof Stmt.For loop) {
            return new LoopCompiler(scope).compile(loop);
        }
        if (statement instanceof Stmt.Assign assign) {
            Code value = expressions.compile(assign.value());
            Loop.Assignment target = Targets.compile(assign.target(), scope);
            return (frame, out) -> {
                target.assign(frame, value.eval(frame));
                return Step.Flow.NEXT;
            };
        }
        if (statement instanceof Stmt.Break) {
            return (frame, out) -> Step.Flow.BREAK;
        }
        if (statement instanceof Stmt.Continue) {
            return (frame, out) -> Step.Flow.CONTINUE;
        }
        return block(statement);
    }

    private Step block(Stmt statement) {
        if (statement instanceof Stmt.AssignBlock block) {
            Loop.Assignment target = Targets.compile(block.target(), scope);
            return captured(block.body(), block.filters(), (frame, text, out) -> target.assign(frame, text));
        }
        if (statement instanceof Stmt.FilterBlock block) {
            return captured(block.body(), block.filters(), (frame, text, out) -> {
                if (!(text instanceof String) && !(text instanceof Markup)) {
                    throw Fault.operation("a filter block must make text, not " + TypeName.of(text));
                }
                out.append(Str.of(text, frame.meter()));
            });
        }
        if (statement instanceof Stmt.With with) {
            return with(with);
        }
        if (statement instanceof Stmt.Macro macro) {
            MacroCode code = new MacroCompiler(scope).compile(macro.name(), macro.signature(), macro.body());
            Loop.Assignment target = Targets.compile(new Stmt.Target.Variable(macro.name()), scope);
            return (frame, out) -> {
                target.assign(frame, new Macro(code, frame));
                return Step.Flow.NEXT;
            };
        }
        if (statement instanceof Stmt.CallBlock call) {
            return callBlock(call);
        }
        return generation((Stmt.Generation) statement);
    }

    private static Step.Flow append(Out out, String text) {
        out.append(text);
        return Step.Flow.NEXT;
    }

    private Step choice(Stmt.If choice) {
        int count = choice.branches().size();
        Code[] tests = new Code[count];
        Step[] bodies = new Step[count];
        for (int i = 0; i < count; i++) {
            tests[i] = expressions.compile(choice.branches().get(i).test());
            bodies[i] = body(choice.branches().get(i).body());
        }
        Step otherwise = body(choice.otherwise());
        return (frame, out) -> {
            for (int i = 0; i < count; i++) {
                if (Truth.of(tests[i].eval(frame))) {
                    return bodies[i].run(frame, out);
                }
            }
            return otherwise.run(frame, out);
        };
    }

    /** What happens with a block's text. */
    @FunctionalInterface
    private interface Sink {

        void accept(Frame frame, Object text, Out out);
    }

    /** A block whose text is caught and filtered; one that is left by break or continue has none. */
    private Step captured(List<Stmt> body, List<Expr.Filter> filters, Sink sink) {
        Scope inner = scope.block();
        Names.note(body, inner);
        Names.read(filters, inner::load);
        int slot = inner.give("").slot();
        Code text = frame -> {
            Object value = frame.get(slot);
            return value == null ? "" : value;
        };
        for (Expr.Filter filter : filters) {
            text = new ExprCompiler(inner).filtered(text, filter);
        }
        Code filtered = text;
        Step code = new StmtCompiler(inner).body(body);
        Step entry = inner.entry();
        return (frame, out) -> {
            Out buffer = new Out(frame.meter());
            entry.run(frame, out);
            Step.Flow flow = code.run(frame, buffer);
            if (flow == Step.Flow.NEXT) {
                frame.set(slot, buffer.text());
                sink.accept(frame, filtered.eval(frame), out);
            }
            return flow;
        };
    }

    private Step with(Stmt.With with) {
        Code[] values = expressions.all(with.values());
        Scope inner = scope.block();
        with.targets().forEach(target -> Names.give(target, inner));
        Names.note(with.body(), inner);
        Loop.Assignment[] targets = with.targets().stream()
                .map(target -> Targets.compile(target, inner))
                .toArray(Loop.Assignment[]::new);
        Step code = new StmtCompiler(inner).body(with.body());
        Step entry = inner.entry();
        return (frame, out) -> {
            entry.run(frame, out);
            for (int i = 0; i < values.length; i++) {
                targets[i].assign(frame, values[i].eval(frame));
            }
            return code.run(frame, out);
        };
    }

    private Step callBlock(Stmt.CallBlock block) {
        MacroCode caller = new MacroCompiler(scope).compile("", block.signature(), block.body());
        Code callee = expressions.compile(block.call().callee());
        ArgumentsCompiler.Arguments arguments =
                new ArgumentsCompiler(expressions).compile(block.call().arguments());
        Code call = ExprCompiler.call(callee, frame -> arguments.eval(frame).with("caller", new Macro(caller, frame)));
        return (frame, out) -> append(out, Str.of(call.eval(frame), frame.meter()));
    }

    /** Hugging Face makes it a call of its body, so that variables set inside stay inside. */
    private Step generation(Stmt.Generation generation) {
        MacroCode code =
                new MacroCompiler(scope).compile("", new Stmt.Signature(List.of(), List.of()), generation.body());
        return (frame, out) -> {
            Object text = new Macro(code, frame).call(Args.EMPTY, frame.meter());
            return append(out, Str.of(text, frame.meter()));
        };
    }
}
