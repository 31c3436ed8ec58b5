package dev.warmpath.it.docs.reference;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map.Entry;
import java.util.Objects;

/** The admin port as its OpenAPI document describes it: each operation with its parameters and answers, then each schema. */
final class ApiReference {

    private static final String DOCUMENT = "/dev/warmpath/router/admin/openapi.json";

    private static final String HEAD = """
            # The admin port, operation by operation

            From the OpenAPI document that the port serves at `GET /admin/openapi.json`. Tokens, scopes, ETags, and what the operations
            are for: [HTTP API](api.md#admin-port). An answer may have more members than are listed here one day, not fewer.
            """;

    private final JsonNode document;
    private final StringBuilder page = new StringBuilder(ReferencePage.NOTE).append(HEAD);

    private ApiReference(JsonNode document) {
        this.document = document;
    }

    static String markdown() {
        try (InputStream in = ApiReference.class.getResourceAsStream(DOCUMENT)) {
            ApiReference reference =
                    new ApiReference(new ObjectMapper().readTree(Objects.requireNonNull(in, DOCUMENT)));
            reference.operations();
            reference.schemas();
            return reference.page.toString();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void operations() {
        for (Entry<String, JsonNode> path : document.path("paths").properties()) {
            JsonNode shared = path.getValue().path("parameters");
            for (Entry<String, JsonNode> method : path.getValue().properties()) {
                if (!method.getKey().equals("parameters")) {
                    operation(method.getKey(), path.getKey(), method.getValue(), shared);
                }
            }
        }
    }

    private void operation(String method, String path, JsonNode operation, JsonNode shared) {
        page.append("\n## ")
                .append(method.toUpperCase(Locale.ROOT))
                .append(' ')
                .append(path)
                .append("\n\n");
        page.append(Cell.text(operation.path("summary").asText())).append('\n');
        if (operation.has("description")) {
            page.append('\n')
                    .append(Cell.text(operation.path("description").asText()))
                    .append('\n');
        }
        parameters(shared, operation.path("parameters"));
        body(operation.path("requestBody"));
        page.append("\n| status | answer | body |\n|---|---|---|\n");
        for (Entry<String, JsonNode> answer : operation.path("responses").properties()) {
            JsonNode response = resolved(answer.getValue());
            page.append("| ").append(answer.getKey()).append(" | ").append(described(response));
            page.append(" | ").append(content(response)).append(" |\n");
        }
    }

    private void parameters(JsonNode shared, JsonNode own) {
        if (shared.isEmpty() && own.isEmpty()) {
            return;
        }
        page.append("\n| parameter | where | is | what it does |\n|---|---|---|---|\n");
        shared.forEach(this::parameter);
        own.forEach(this::parameter);
    }

    private void parameter(JsonNode parameter) {
        page.append("| ").append(Cell.code(parameter.path("name").asText()));
        page.append(" | ").append(parameter.path("in").asText());
        page.append(parameter.path("required").asBoolean() ? ", required" : "");
        page.append(" | ").append(SchemaWords.type(parameter.path("schema")));
        page.append(" | ").append(described(parameter)).append(" |\n");
    }

    private void body(JsonNode body) {
        if (body.isMissingNode()) {
            return;
        }
        page.append("\nBody: ").append(content(body)).append('.');
        if (body.has("description")) {
            page.append(' ').append(described(body));
        }
        page.append('\n');
    }

    private static String content(JsonNode holder) {
        StringBuilder words = new StringBuilder();
        Iterator<Entry<String, JsonNode>> types =
                holder.path("content").properties().iterator();
        while (types.hasNext()) {
            Entry<String, JsonNode> type = types.next();
            words.append(Cell.code(type.getKey()))
                    .append(": ")
                    .append(SchemaWords.type(type.getValue().path("schema")));
            words.append(types.hasNext() ? "; " : "");
        }
        return words.isEmpty() ? "none" : words.toString();
    }

    private JsonNode resolved(JsonNode response) {
        JsonNode reference = response.path("$ref");
        return reference.isMissingNode()
                ? response
                : document.path("components").path("responses").path(SchemaWords.nameOf(reference.asText()));
    }

    private void schemas() {
        page.append("\n# Schemas\n");
        for (Entry<String, JsonNode> schema :
                document.path("components").path("schemas").properties()) {
            page.append("\n## ").append(schema.getKey()).append("\n\n");
            String words = described(schema.getValue());
            page.append(words).append(words.isEmpty() ? "" : "\n\n");
            if (schema.getValue().has("properties")) {
                page.append("| member | is | what it says |\n|---|---|---|\n");
                members("", schema.getValue());
            } else {
                page.append("Is ").append(SchemaWords.type(schema.getValue())).append(".\n");
            }
        }
    }

    /** Objects inside an object are listed with it: {@code event_ports.base}; those inside a list as {@code checks[].name}. */
    private void members(String prefix, JsonNode schema) {
        for (Entry<String, JsonNode> member : schema.path("properties").properties()) {
            JsonNode value = member.getValue();
            String name = prefix + member.getKey();
            boolean optional = true;
            for (JsonNode required : schema.path("required")) {
                optional &= !required.asText().equals(member.getKey());
            }
            page.append("| ").append(Cell.code(name)).append(optional ? " (optional)" : "");
            page.append(" | ")
                    .append(SchemaWords.type(value))
                    .append(" | ")
                    .append(described(value))
                    .append(" |\n");
            members(name + ".", value);
            members(name + "[].", value.path("items"));
        }
    }

    private static String described(JsonNode node) {
        return Cell.text(node.path("description").asText());
    }
}
