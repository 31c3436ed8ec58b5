package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.python.Arithmetic;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.run.Code;
import dev.warmpath.router.template.run.Frame;
import dev.warmpath.router.template.run.Out;
import dev.warmpath.router.template.run.Step;
import dev.warmpath.router.template.syntax.Expr;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * {@code {{ value }}} to a closure. Templates print a message as a sum of texts; those go out one by one, so that what
 * clients wrote is not copied for a text that would be copied again.
 */
final class Printing {

    private Printing() {}

    static Step compile(Expr value, ExprCompiler expressions) {
        if (value instanceof Expr.Binary sum && sum.operator() == Expr.Operator.ADD) {
            Code[] terms = terms(sum, expressions);
            return (frame, out) -> sum(terms, frame, out);
        }
        if (value instanceof Expr.Concat concat) {
            Code[] parts = expressions.all(concat.parts());
            return (frame, out) -> {
                for (Code part : parts) {
                    out.append(Str.of(part.eval(frame), frame.meter()));
                }
                return Step.Flow.NEXT;
            };
        }
        Code code = expressions.compile(value);
        return (frame, out) -> {
            out.append(Str.of(code.eval(frame), frame.meter()));
            return Step.Flow.NEXT;
        };
    }

    /** What is added up, from the left; a sum in parentheses on the right is one term. */
    private static Code[] terms(Expr.Binary sum, ExprCompiler expressions) {
        List<Expr> terms = new ArrayList<>();
        Expr rest = sum;
        while (rest instanceof Expr.Binary more && more.operator() == Expr.Operator.ADD) {
            terms.add(more.right());
            rest = more.left();
        }
        terms.add(rest);
        Collections.reverse(terms);
        return expressions.all(terms);
    }

    private static Step.Flow sum(Code[] terms, Frame frame, Out out) {
        String[] texts = new String[terms.length];
        int count = 0;
        Object first = terms[0].eval(frame);
        // As long as all are texts, their sum is one behind the other.
        for (int i = 1; i < terms.length; i++) {
            Object next = terms[i].eval(frame);
            if (first instanceof String text && next instanceof String) {
                texts[count++] = text;
                first = next;
            } else {
                Object left = first instanceof String text ? joined(texts, count, text, frame) : first;
                count = 0;
                first = Arithmetic.add(left, next, frame.meter());
            }
        }
        for (int i = 0; i < count; i++) {
            out.append(texts[i]);
        }
        out.append(Str.of(first, frame.meter()));
        return Step.Flow.NEXT;
    }

    private static String joined(String[] texts, int count, String last, Frame frame) {
        long length = last.length();
        for (int i = 0; i < count; i++) {
            length += texts[i].length();
        }
        frame.meter().chars(length);
        StringBuilder joined = new StringBuilder((int) length);
        for (int i = 0; i < count; i++) {
            joined.append(texts[i]);
        }
        return joined.append(last).toString();
    }
}
