package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.filter.Filter;
import dev.warmpath.router.template.filter.Filters;
import dev.warmpath.router.template.filter.Test;
import dev.warmpath.router.template.filter.Tests;
import dev.warmpath.router.template.method.Access;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Slices;
import dev.warmpath.router.template.python.Str;
import dev.warmpath.router.template.python.Truth;
import dev.warmpath.router.template.run.Code;
import dev.warmpath.router.template.run.Frame;
import dev.warmpath.router.template.scope.Scope;
import dev.warmpath.router.template.scope.Variable;
import dev.warmpath.router.template.syntax.Expr;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.TypeName;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Expressions to closures, in one scope. */
final class ExprCompiler {

    private static final Undefined NO_ELSE =
            new Undefined("the conditional expression without else evaluated to false");

    private final Scope scope;

    ExprCompiler(Scope scope) {
        this.scope = scope;
    }

    Code compile(Expr expr) {
        if (expr instanceof Expr.Literal literal) {
            Object value = literal.value();
            return frame -> value;
        }
        if (expr instanceof Expr.Name name) {
            return name(name.name());
        }
        if (expr instanceof Expr.Attribute attribute) {
            return attribute(attribute);
        }
        if (expr instanceof Expr.Item item) {
            return item(item);
        }
        if (expr instanceof Expr.Call call) {
            return call(compile(call.callee()), new ArgumentsCompiler(this).compile(call.arguments()));
        }
        if (expr instanceof Expr.Filtered filtered) {
            return filtered(compile(filtered.target()), filtered.filter());
        }
        if (expr instanceof Expr.Tested tested) {
            return tested(tested);
        }
        return operation(expr);
    }

    private Code operation(Expr expr) {
        if (expr instanceof Expr.And and) {
            Code left = compile(and.left());
            Code right = compile(and.right());
            return frame -> {
                Object value = left.eval(frame);
                return Truth.of(value) ? right.eval(frame) : value;
            };
        }
        if (expr instanceof Expr.Or or) {
            Code left = compile(or.left());
            Code right = compile(or.right());
            return frame -> {
                Object value = left.eval(frame);
                return Truth.of(value) ? value : right.eval(frame);
            };
        }
        if (expr instanceof Expr.Choice choice) {
            Code test = compile(choice.test());
            Code then = compile(choice.then());
            Code otherwise = choice.otherwise().map(this::compile).orElse(frame -> NO_ELSE);
            return frame -> Truth.of(test.eval(frame)) ? then.eval(frame) : otherwise.eval(frame);
        }
        if (expr instanceof Expr.Unary unary) {
            return Operations.unary(unary.sign(), compile(unary.operand()));
        }
        if (expr instanceof Expr.Binary binary) {
            return Operations.binary(binary.operator(), compile(binary.left()), compile(binary.right()));
        }
        if (expr instanceof Expr.Comparison comparison) {
            return comparison(comparison);
        }
        return container(expr);
    }

    private Code container(Expr expr) {
        if (expr instanceof Expr.Concat concat) {
            Code[] parts = all(concat.parts());
            return frame -> concat(parts, frame);
        }
        if (expr instanceof Expr.ListOf list) {
            Code[] items = all(list.items());
            return frame -> items(items, frame);
        }
        if (expr instanceof Expr.TupleOf tuple) {
            Code[] items = all(tuple.items());
            return frame -> new Tuple(items(items, frame));
        }
        if (expr instanceof Expr.DictOf dict) {
            Code[] keys = all(dict.keys());
            Code[] values = all(dict.values());
            return frame -> dict(keys, values, frame);
        }
        // Only a slice is left, and only inside a tuple of keys: no value of a template takes such a key.
        return frame -> {
            throw Fault.unsupported("a slice among several keys");
        };
    }

    private static Object concat(Code[] parts, Frame frame) {
        StringBuilder out = new StringBuilder();
        for (Code part : parts) {
            String text = Str.of(part.eval(frame), frame.meter());
            frame.meter().append(out.length() + (long) text.length(), text.length());
            out.append(text);
        }
        frame.meter().chars(out.length());
        return out.toString();
    }

    private static List<Object> items(Code[] items, Frame frame) {
        List<Object> list = new ArrayList<>(items.length);
        for (Code item : items) {
            list.add(item.eval(frame));
        }
        frame.meter().elements(items.length);
        return list;
    }

    private static Map<Object, Object> dict(Code[] keys, Code[] values, Frame frame) {
        Map<Object, Object> dict = new LinkedHashMap<>();
        for (int i = 0; i < keys.length; i++) {
            Dicts.put(dict, keys[i].eval(frame), values[i].eval(frame));
        }
        frame.meter().elements(keys.length);
        return dict;
    }

    Code[] all(List<Expr> expressions) {
        return expressions.stream().map(this::compile).toArray(Code[]::new);
    }

    private Code name(String name) {
        Variable variable = scope.find(name);
        if (variable == null) {
            throw new IllegalStateException("the name '" + name + "' was not noted in its scope");
        }
        if (name.equals("self") && variable.origin() == Variable.Origin.CONTEXT) {
            throw Fault.unsupported("the variable 'self', the template itself");
        }
        int hops = scope.frame().hopsTo(variable.function());
        int slot = variable.slot();
        Undefined undefined = Undefined.name(name);
        if (hops == 0) {
            return frame -> {
                Object value = frame.get(slot);
                return value == null ? undefined : value;
            };
        }
        return frame -> {
            Object value = frame.outer(hops).get(slot);
            return value == null ? undefined : value;
        };
    }

    private Code attribute(Expr.Attribute attribute) {
        Code target = compile(attribute.target());
        String name = attribute.name();
        if (!Access.isKeyOfDicts(name)) {
            return frame -> Access.attribute(target.eval(frame), name, frame.meter());
        }
        return frame -> {
            Object value = target.eval(frame);
            // The class that values from JSON have: a member of a message, the most frequent attribute of all.
            Object member = value instanceof LinkedHashMap ? Dicts.of(value).get(name) : null;
            return member != null ? member : Access.attribute(value, name, frame.meter());
        };
    }

    private Code item(Expr.Item item) {
        Code target = compile(item.target());
        if (item.key() instanceof Expr.Slice slice) {
            Code start = compile(slice.start());
            Code stop = compile(slice.stop());
            Code step = compile(slice.step());
            return frame ->
                    Slices.of(target.eval(frame), start.eval(frame), stop.eval(frame), step.eval(frame), frame.meter());
        }
        Code key = compile(item.key());
        boolean written = item.key() instanceof Expr.Literal;
        return frame -> Access.item(target.eval(frame), key.eval(frame), written, frame.meter());
    }

    /** A call, also of what turns out not to be callable. */
    static Code call(Code callee, ArgumentsCompiler.Arguments arguments) {
        return frame -> {
            Object function = callee.eval(frame);
            Args args = arguments.eval(frame);
            if (function instanceof Callable callable) {
                return callable.call(args, frame.meter());
            }
            if (function instanceof Undefined undefined) {
                throw undefined.fault();
            }
            throw Fault.operation("'" + TypeName.of(function) + "' object is not callable");
        };
    }

    /** A filter on a value; whether it exists is known here. */
    Code filtered(Code target, Expr.Filter filter) {
        try {
            Filter function = Filters.get(filter.name());
            checkNamed(filter);
            ArgumentsCompiler.Arguments arguments = new ArgumentsCompiler(this).compile(filter.arguments());
            return frame -> function.apply(target.eval(frame), arguments.eval(frame), frame.meter());
        } catch (Fault e) {
            throw e.at(filter.line());
        }
    }

    /** A filter or test that another filter is given by a literal name must exist as well. */
    private static void checkNamed(Expr.Filter filter) {
        List<Expr> positional = filter.arguments().positional();
        int place = Filters.takesFilter(filter.name()) ? 0 : Filters.testPlace(filter.name());
        if (place >= 0
                && place < positional.size()
                && positional.get(place) instanceof Expr.Literal literal
                && literal.value() instanceof String name) {
            if (Filters.takesFilter(filter.name())) {
                Filters.get(name);
            } else {
                Tests.get(name);
            }
        }
    }

    private Code tested(Expr.Tested tested) {
        try {
            Test test = Tests.get(tested.name());
            Code target = compile(tested.target());
            ArgumentsCompiler.Arguments arguments = new ArgumentsCompiler(this).compile(tested.arguments());
            return frame -> test.holds(target.eval(frame), arguments.eval(frame), frame.meter());
        } catch (Fault e) {
            throw e.at(tested.line());
        }
    }

    private Code comparison(Expr.Comparison comparison) {
        Code first = compile(comparison.first());
        int count = comparison.links().size();
        Code[] right = new Code[count];
        Operations.Comparator[] relations = new Operations.Comparator[count];
        for (int i = 0; i < count; i++) {
            right[i] = compile(comparison.links().get(i).right());
            relations[i] = Operations.comparator(comparison.links().get(i).relation());
        }
        return frame -> {
            Object left = first.eval(frame);
            for (int i = 0; i < count; i++) {
                Object value = right[i].eval(frame);
                if (!relations[i].holds(left, value, frame.meter())) {
                    return false;
                }
                left = value;
            }
            return true;
        };
    }
}
