package dev.warmpath.it.docs.reference;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A JSON schema in the words of a table's cell. */
final class SchemaWords {

    private SchemaWords() {}

    /** What a value is: its type, or a link to the schema that tells. */
    static String type(JsonNode schema) {
        JsonNode reference = schema.path("$ref");
        if (!reference.isMissingNode()) {
            return link(nameOf(reference.asText()));
        }
        if (schema.has("oneOf")) {
            List<String> forms = new ArrayList<>();
            schema.path("oneOf").forEach(form -> forms.add(type(form)));
            return String.join(" or ", forms);
        }
        if (schema.has("const")) {
            return Cell.code(schema.path("const").asText());
        }
        List<String> types = new ArrayList<>();
        if (schema.path("type").isArray()) {
            schema.path("type").forEach(type -> types.add(type.asText()));
        } else {
            types.add(schema.path("type").asText("any"));
        }
        String words = String.join(" or ", types);
        JsonNode items = schema.path("items");
        if (!items.isMissingNode()) {
            words += " of " + type(items);
        }
        JsonNode values = schema.path("additionalProperties");
        if (values.isObject()) {
            words += ", each value " + type(values);
        }
        return words + range(schema);
    }

    private static String range(JsonNode schema) {
        List<String> parts = new ArrayList<>();
        if (schema.has("enum")) {
            List<String> values = new ArrayList<>();
            schema.path("enum").forEach(value -> values.add(Cell.code(value.asText())));
            parts.add(String.join(", ", values));
        }
        if (schema.has("minimum")) {
            parts.add("from " + schema.path("minimum").asText());
        }
        if (schema.has("maximum")) {
            parts.add("to " + schema.path("maximum").asText());
        }
        if (schema.has("format")) {
            parts.add(schema.path("format").asText());
        }
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }

    /** The last step of a reference. */
    static String nameOf(String reference) {
        return reference.substring(reference.lastIndexOf('/') + 1);
    }

    private static String link(String schema) {
        return "[" + schema + "](#" + schema.toLowerCase(Locale.ROOT) + ")";
    }
}
