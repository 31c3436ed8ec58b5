package dev.warmpath.router.template;

import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.router.template.value.None;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Turns JSON into the values that templates see, as Python's {@code json.loads} would: integers of any size stay
 * integers, numbers written with a fraction or an exponent are floats, objects keep the order of their keys.
 */
public final class TemplateValues {

    /** The template's {@code none}, JSON's null. */
    public static final Object NONE = None.NONE;

    private TemplateValues() {}

    /**
     * The value of a node: String, Boolean, Long, BigInteger, Double, List, Map, or {@link #NONE} for null and missing
     * nodes. Its lists and maps are the caller's; the interpreter only reads them.
     */
    public static Object of(JsonNode node) {
        return switch (node.getNodeType()) {
            case OBJECT -> object(node);
            case ARRAY -> array(node);
            case STRING -> node.textValue();
            case BOOLEAN -> node.booleanValue();
            case NUMBER -> number(node);
            case NULL, MISSING -> NONE;
            case BINARY, POJO -> node.asText();
        };
    }

    private static Map<String, Object> object(JsonNode node) {
        Map<String, Object> members = new LinkedHashMap<>(node.size() * 2);
        node.properties().forEach(member -> members.put(member.getKey(), of(member.getValue())));
        return members;
    }

    private static List<Object> array(JsonNode node) {
        List<Object> elements = new ArrayList<>(node.size());
        for (JsonNode element : node) {
            elements.add(of(element));
        }
        return elements;
    }

    private static Object number(JsonNode node) {
        if (!node.isIntegralNumber()) {
            return node.doubleValue();
        }
        if (node.canConvertToLong()) {
            return node.longValue();
        }
        return node.bigIntegerValue();
    }
}
