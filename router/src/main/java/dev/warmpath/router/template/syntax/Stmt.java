package dev.warmpath.router.template.syntax;

import java.util.List;
import java.util.Optional;

/** Statements, as written; each knows the line of its tag. */
public sealed interface Stmt {

    /** The line of the tag, counted from 1. */
    int line();

    /** Text outside of tags. */
    record Text(String text, int line) implements Stmt {}

    record Print(Expr value, int line) implements Stmt {}

    record If(List<Branch> branches, List<Stmt> otherwise, int line) implements Stmt {

        /** An {@code if} or {@code elif} with what it guards. */
        public record Branch(Expr test, List<Stmt> body) {}
    }

    record For(
            Target target,
            Expr source,
            Optional<Expr> filter,
            boolean recursive,
            List<Stmt> body,
            List<Stmt> otherwise,
            int line)
            implements Stmt {}

    record Assign(Target target, Expr value, int line) implements Stmt {}

    /** A set block: its body's text, through filters, becomes the value. */
    record AssignBlock(Target target, List<Expr.Filter> filters, List<Stmt> body, int line) implements Stmt {}

    record Macro(String name, Signature signature, List<Stmt> body, int line) implements Stmt {}

    /** A call that gets its body as the macro {@code caller}. */
    record CallBlock(Expr.Call call, Signature signature, List<Stmt> body, int line) implements Stmt {}

    record FilterBlock(List<Expr.Filter> filters, List<Stmt> body, int line) implements Stmt {}

    record With(List<Target> targets, List<Expr> values, List<Stmt> body, int line) implements Stmt {}

    /** Hugging Face's marker around what the assistant said; it prints its body. */
    record Generation(List<Stmt> body, int line) implements Stmt {}

    record Break(int line) implements Stmt {}

    record Continue(int line) implements Stmt {}

    /** A macro's parameters; the defaults belong to the last ones. */
    record Signature(List<String> names, List<Expr> defaults) {}

    /** What an assignment binds. */
    sealed interface Target {

        record Variable(String name) implements Target {}

        record Unpack(List<Target> targets) implements Target {}

        /** {@code namespace.name}. */
        record Member(String namespace, String name) implements Target {}
    }
}
