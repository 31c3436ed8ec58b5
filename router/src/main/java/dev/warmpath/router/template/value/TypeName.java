package dev.warmpath.router.template.value;

import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Python's names for the types of values, for messages. */
public final class TypeName {

    private TypeName() {}

    public static String of(Object value) {
        if (value instanceof String) {
            return "str";
        }
        if (value instanceof Long || value instanceof BigInteger) {
            return "int";
        }
        if (value instanceof Double) {
            return "float";
        }
        if (value instanceof Boolean) {
            return "bool";
        }
        if (value instanceof Map) {
            return "dict";
        }
        if (value instanceof List) {
            return "list";
        }
        if (value == None.NONE) {
            return "NoneType";
        }
        if (value instanceof Lazy lazy) {
            return lazy.typeName();
        }
        if (value instanceof DictView view) {
            return view.kind().typeName();
        }
        return value.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
