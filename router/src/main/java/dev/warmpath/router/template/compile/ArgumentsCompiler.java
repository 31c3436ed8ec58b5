package dev.warmpath.router.template.compile;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.python.Dicts;
import dev.warmpath.router.template.python.Iteration;
import dev.warmpath.router.template.run.Code;
import dev.warmpath.router.template.run.Frame;
import dev.warmpath.router.template.syntax.Expr;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The arguments of calls, filters and tests to closures. */
final class ArgumentsCompiler {

    private final ExprCompiler expressions;

    ArgumentsCompiler(ExprCompiler expressions) {
        this.expressions = expressions;
    }

    /** Compiled arguments. */
    @FunctionalInterface
    interface Arguments {

        Args eval(Frame frame);
    }

    Arguments compile(Expr.Arguments arguments) {
        checkRepeated(arguments);
        if (arguments.spreadList().isPresent() || arguments.spreadDict().isPresent()) {
            return spread(arguments);
        }
        Code[] positional = expressions.all(arguments.positional());
        if (arguments.named().isEmpty()) {
            if (allLiteral(arguments.positional())) {
                Args constant = positional.length == 0 ? Args.EMPTY : literals(arguments.positional());
                return frame -> constant;
            }
            return frame -> new Args(values(positional, frame), Map.of());
        }
        String[] names =
                arguments.named().stream().map(Expr.Arguments.Named::name).toArray(String[]::new);
        Code[] named = named(arguments);
        return frame -> {
            List<Object> values = values(positional, frame);
            return new Args(values, members(names, named, frame));
        };
    }

    private static void checkRepeated(Expr.Arguments arguments) {
        Set<String> seen = new HashSet<>();
        for (Expr.Arguments.Named named : arguments.named()) {
            if (!seen.add(named.name())) {
                throw Fault.operation("the argument '" + named.name() + "' is given twice");
            }
        }
    }

    private static boolean allLiteral(List<Expr> values) {
        return values.stream().allMatch(value -> value instanceof Expr.Literal);
    }

    private static Args literals(List<Expr> values) {
        List<Object> constants = new ArrayList<>();
        values.forEach(value -> constants.add(((Expr.Literal) value).value()));
        return new Args(List.copyOf(constants), Map.of());
    }

    private Code[] named(Expr.Arguments arguments) {
        return arguments.named().stream()
                .map(argument -> expressions.compile(argument.value()))
                .toArray(Code[]::new);
    }

    private static List<Object> values(Code[] codes, Frame frame) {
        Object[] values = new Object[codes.length];
        for (int i = 0; i < codes.length; i++) {
            values[i] = codes[i].eval(frame);
        }
        return Arrays.asList(values);
    }

    private static Map<String, Object> members(String[] names, Code[] codes, Frame frame) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = 0; i < names.length; i++) {
            members.put(names[i], codes[i].eval(frame));
        }
        return members;
    }

    private Arguments spread(Expr.Arguments arguments) {
        Code[] positional = expressions.all(arguments.positional());
        String[] names =
                arguments.named().stream().map(Expr.Arguments.Named::name).toArray(String[]::new);
        Code[] named = named(arguments);
        Code list = arguments.spreadList().map(expressions::compile).orElse(frame -> List.of());
        Code dict = arguments.spreadDict().map(expressions::compile).orElse(frame -> Map.of());
        return frame -> {
            List<Object> values = new ArrayList<>(values(positional, frame));
            values.addAll(Iteration.toList(list.eval(frame), frame.meter()));
            Map<String, Object> members = members(names, named, frame);
            addAll(dict.eval(frame), members);
            return new Args(values, members);
        };
    }

    private static void addAll(Object dict, Map<String, Object> members) {
        if (!(dict instanceof Map)) {
            throw Fault.operation("argument after ** must be a mapping");
        }
        Dicts.of(dict).forEach((name, value) -> {
            if (!(name instanceof String text)) {
                throw Fault.operation("keywords must be strings");
            }
            if (members.put(text, value) != null) {
                throw Fault.operation("multiple values for one keyword argument");
            }
        });
    }
}
