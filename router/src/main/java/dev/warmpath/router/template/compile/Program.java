package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.FaultReason;
import dev.warmpath.router.template.run.Frame;
import dev.warmpath.router.template.run.Out;
import dev.warmpath.router.template.run.Rendering;
import dev.warmpath.router.template.run.Step;
import dev.warmpath.router.template.scope.Names;
import dev.warmpath.router.template.scope.Scope;
import dev.warmpath.router.template.syntax.Parser;
import dev.warmpath.router.template.syntax.Stmt;
import java.util.List;

/** A compiled template: immutable, run by any number of threads. */
public final class Program {

    private final int frameSize;
    private final Step entry;
    private final Step body;

    private Program(int frameSize, Step entry, Step body) {
        this.frameSize = frameSize;
        this.entry = entry;
        this.body = body;
    }

    /**
     * Compiles a template.
     *
     * @throws Fault with its line, for whatever is wrong with the source
     */
    public static Program compile(String source, int maxSourceChars, int maxNesting) {
        if (source.length() > maxSourceChars) {
            throw new Fault(FaultReason.LIMIT, "the template has more than " + maxSourceChars + " characters", 0);
        }
        List<Stmt> statements = Parser.parse(source, maxNesting);
        Scope scope = Scope.root();
        Names.note(statements, scope);
        Step body = new StmtCompiler(scope).body(statements);
        return new Program(scope.frame().size(), scope.entry(), body);
    }

    /** Runs it once. */
    public Out run(Rendering rendering) {
        Frame frame = Frame.root(frameSize, rendering);
        Out out = new Out(rendering.meter());
        entry.run(frame, out);
        body.run(frame, out);
        return out;
    }
}
