package dev.warmpath.router.template.run;

import dev.warmpath.router.template.call.Args;
import dev.warmpath.router.template.call.Callable;
import dev.warmpath.router.template.fault.Fault;
import dev.warmpath.router.template.fault.Meter;
import dev.warmpath.router.template.value.Attributed;
import dev.warmpath.router.template.value.None;
import dev.warmpath.router.template.value.Tuple;
import dev.warmpath.router.template.value.Undefined;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A macro as a value: its code and the variables around its definition. Calling it yields its text. */
public final class Macro implements Callable, Attributed {

    private final MacroCode code;
    private final Frame definedIn;

    public Macro(MacroCode code, Frame definedIn) {
        this.code = code;
        this.definedIn = definedIn;
    }

    MacroCode code() {
        return code;
    }

    Frame definedIn() {
        return definedIn;
    }

    @Override
    public Object call(Args args, Meter meter) {
        meter.loop();
        meter.enter();
        try {
            Frame frame = definedIn.inner(code.frameSize().getAsInt());
            bind(args, frame);
            Out out = new Out(meter);
            code.body().run(frame, out);
            return out.text();
        } finally {
            meter.leave();
        }
    }

    private void bind(Args args, Frame frame) {
        // Most calls name nothing, and then there is nothing to take away.
        Map<String, Object> named =
                args.named().isEmpty() && code.kwargs() < 0 ? new HashMap<>(0) : new LinkedHashMap<>(args.named());
        List<Parameter> parameters = code.parameters();
        int given = Math.min(args.positional().size(), parameters.size());
        boolean callerBound = false;
        for (int i = 0; i < given; i++) {
            frame.set(parameters.get(i).slot(), args.positional().get(i));
        }
        for (int i = given; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            callerBound |= parameter.name().equals("caller");
            frame.set(parameter.slot(), named.remove(parameter.name()));
        }
        if (code.caller() >= 0 && !callerBound) {
            Object caller = named.remove("caller");
            frame.set(code.caller(), caller == null ? new Undefined("no caller defined") : caller);
        }
        bindRest(args, given, named, frame);
        code.entry().run(frame, new Out(frame.meter()));
        for (int i = given; i < parameters.size(); i++) {
            Parameter parameter = parameters.get(i);
            if (frame.get(parameter.slot()) == null) {
                Code otherwise = parameter.otherwise();
                frame.set(
                        parameter.slot(),
                        otherwise != null
                                ? otherwise.eval(frame)
                                : new Undefined("parameter '" + parameter.name() + "' was not provided"));
            }
        }
    }

    private void bindRest(Args args, int given, Map<String, Object> named, Frame frame) {
        if (code.kwargs() >= 0) {
            frame.set(code.kwargs(), named);
        } else if (!named.isEmpty()) {
            throw Fault.operation("macro '" + code.name() + "' got a keyword argument that it does not have");
        }
        List<Object> rest = args.positional().subList(given, args.positional().size());
        if (code.varargs() >= 0) {
            frame.set(code.varargs(), new Tuple(new ArrayList<>(rest)));
        } else if (!rest.isEmpty()) {
            throw Fault.operation("macro '" + code.name() + "' takes not more than "
                    + code.parameters().size() + " argument(s)");
        }
    }

    @Override
    public @Nullable Object attribute(String name) {
        return switch (name) {
            case "name" -> code.name().isEmpty() ? None.NONE : code.name();
            case "arguments" ->
                new Tuple(new ArrayList<>(
                        code.parameters().stream().map(Parameter::name).toList()));
            case "catch_kwargs" -> code.kwargs() >= 0;
            case "catch_varargs" -> code.varargs() >= 0;
            case "caller" -> code.caller() >= 0;
            default -> null;
        };
    }

    @Override
    public String shown() {
        return code.name().isEmpty() ? "<Macro anonymous>" : "<Macro '" + code.name() + "'>";
    }
}
