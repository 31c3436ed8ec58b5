package dev.warmpath.it.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** An OpenAPI 3.1 document, and whether answers are as it says. */
final class ApiDocument {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> METHODS =
            List.of("get", "put", "post", "delete", "options", "head", "patch", "trace");
    private static final SchemaRegistry SCHEMAS = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final JsonNode root;

    /** One of its operations. */
    record Operation(String method, String path, JsonNode node) {
        String id() {
            return node.path("operationId").asText();
        }
    }

    private ApiDocument(JsonNode root) {
        this.root = root;
    }

    static ApiDocument of(String text) {
        return new ApiDocument(parse(text));
    }

    static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException notJson) {
            throw new UncheckedIOException(text, notJson);
        }
    }

    JsonNode root() {
        return root;
    }

    /** The same document with a change to a copy of its root. */
    ApiDocument changed(Consumer<ObjectNode> change) {
        ObjectNode copy = root.deepCopy();
        change.accept(copy);
        return new ApiDocument(copy);
    }

    /** By {@code operationId}. */
    Map<String, Operation> operations() {
        Map<String, Operation> operations = new TreeMap<>();
        root.path("paths")
                .properties()
                .forEach(path -> METHODS.forEach(method -> {
                    JsonNode node = path.getValue().path(method);
                    if (!node.isMissingNode()) {
                        Operation operation = new Operation(method.toUpperCase(Locale.ROOT), path.getKey(), node);
                        assertThat(operations.put(operation.id(), operation))
                                .as("operations with the id %s", operation.id())
                                .isNull();
                    }
                }));
        return operations;
    }

    Operation operation(String id) {
        Operation operation = operations().get(id);
        if (operation == null) {
            throw new AssertionError("there is no operation " + id);
        }
        return operation;
    }

    /** What is not as the document says in an answer to an operation; empty when all is. */
    List<String> faults(String id, HttpResponse<String> answer) {
        JsonNode response =
                resolved(operation(id).node().path("responses").path(Integer.toString(answer.statusCode())));
        if (response.isMissingNode()) {
            return List.of(id + " answers " + answer.statusCode() + ", which is not listed: " + answer.body());
        }
        JsonNode content = response.path("content");
        if (content.isMissingNode()) {
            return answer.body().isEmpty() ? List.of() : List.of(id + " answers a body: " + answer.body());
        }
        String type = answer.headers().firstValue("content-type").orElse("").replaceAll(";.*", "");
        JsonNode schema = content.path(type).path("schema");
        if (schema.isMissingNode()) {
            return List.of(id + " answers the type " + type + ", which is not listed");
        }
        return type.equals("application/json") ? faults(schema, parse(answer.body())) : List.of();
    }

    /** What is wrong with a request's body by the operation's schema. */
    List<String> requestFaults(String id, String body) {
        return faults(operation(id).node().at("/requestBody/content/application~1json/schema"), parse(body));
    }

    private List<String> faults(JsonNode schema, JsonNode value) {
        ObjectNode whole = schema.deepCopy();
        // What the schema refers to is looked for from its own root.
        whole.set("components", root.path("components"));
        Schema compiled = SCHEMAS.getSchema(whole);
        return compiled.validate(value).stream().map(Error::toString).toList();
    }

    private JsonNode resolved(JsonNode node) {
        JsonNode ref = node.path("$ref");
        return ref.isMissingNode() ? node : root.at(ref.asText().substring(1));
    }
}
