package dev.warmpath.it.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.warmpath.config.settings.admin.AdminSettings;
import dev.warmpath.config.settings.admin.AdminToken;
import dev.warmpath.config.settings.scoring.ScoringSettings;
import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.it.sim.SimEngine;
import dev.warmpath.it.sim.SimEngineConfig;
import dev.warmpath.it.support.SimulatedFleet;
import dev.warmpath.it.support.TestSettings;
import dev.warmpath.router.access.SecretTable;
import dev.warmpath.router.admin.route.AdminOperation;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** The OpenAPI document of the admin port and the port itself say the same, each way. */
@Timeout(60)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AdminApiIT {

    private static final Set<String> BODIED = Set.of("register_worker", "set_weights", "explain");
    /** Nobody listens there; to be registered is all that it is for. */
    private static final String JOINING = "http://127.0.0.1:1";

    private final SimulatedFleet fleet = new SimulatedFleet(ScoringSettings.withWeights(20.0, 2.0, 20.0));
    private SimEngine engine;
    private CheckedAdmin admin;

    @BeforeAll
    void start() {
        engine = fleet.engine(SimEngineConfig.builder(Engine.SGLANG, Role.MIXED)
                .model("m")
                .ranks(2)
                .build());
        fleet.configureRouter(settings -> settings.withEngineLoad(TestSettings.ENGINE_LOAD)
                .withAdmin(new AdminSettings(
                        "127.0.0.1",
                        0,
                        "all",
                        List.of(new AdminToken("dashboard", SecretTable.digest("look"), AdminToken.Scope.READ)),
                        List.of("127.0.0.0/8"))));
        // Traffic, so that answers have numbers to show.
        SimulatedFleet.prefillOf(fleet.complete(SimulatedFleet.prompt(1, 64)));
        SimulatedFleet.prefillOf(fleet.complete(SimulatedFleet.prompt(1, 64)));
        fleet.awaitTruth();
        admin = new CheckedAdmin(fleet.router().adminPort(), "all");
    }

    @BeforeEach
    void withTheFullToken() {
        admin.as("all");
    }

    @AfterAll
    void stop() {
        fleet.close();
    }

    private String worker() {
        return engine.url().toString();
    }

    private static String entry(String rest) {
        return "{\"url\":\"" + JOINING + "\",\"role\":\"mixed\",\"engine\":\"sglang\"" + rest + "}";
    }

    private static String chat(String model) {
        return "{\"model\":\"" + model + "\",\"messages\":[{\"role\":\"user\",\"content\":\"hello\"}]}";
    }

    @Test
    void documentListsExactlyTheOperationsThatThePortServes() {
        Set<String> served = Arrays.stream(AdminOperation.values())
                .map(operation -> operation.key() + " " + operation.method() + " " + operation.template())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> documented = admin.document().operations().values().stream()
                .map(operation -> operation.id() + " " + operation.method() + " " + operation.path())
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(documented).isEqualTo(served);
    }

    /** Seen from outside, whatever the port's own list says. */
    @Test
    void everyMethodThatIsNotDocumentedIsRefusedOnEveryPath() {
        for (String path : Set.copyOf(admin.document().operations().values().stream()
                .map(ApiDocument.Operation::path)
                .toList())) {
            Set<String> documented = admin.document().operations().values().stream()
                    .filter(operation -> operation.path().equals(path))
                    .map(ApiDocument.Operation::method)
                    .collect(Collectors.toCollection(TreeSet::new));
            for (String method : List.of("GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS")) {
                if (!documented.contains(method)) {
                    HttpResponse<String> answer = admin.raw(method, path.replace("{id}", "x"), "");
                    assertThat(answer.statusCode()).as("%s %s", method, path).isEqualTo(405);
                    assertThat(Set.of(answer.headers()
                                    .firstValue("allow")
                                    .orElse("")
                                    .split(", ")))
                            .as("Allow of %s", path)
                            .isEqualTo(withHead(documented));
                }
            }
        }
        assertThat(admin.raw("GET", "/admin/nothing", "").statusCode()).isEqualTo(404);
        assertThat(admin.raw("GET", "/admin/workers/", "").statusCode()).isEqualTo(404);
    }

    /** What has GET has HEAD, which nobody has to document. */
    private static Set<String> withHead(Set<String> methods) {
        Set<String> all = new TreeSet<>(methods);
        if (methods.contains("GET")) {
            all.add("HEAD");
        }
        return all;
    }

    @Test
    void headIsGetWithoutABody() {
        for (AdminOperation operation : AdminOperation.values()) {
            if (operation.method().equals("GET")) {
                String path = operation.template().replace("{id}", "x");
                HttpResponse<String> get = admin.raw("GET", path, "");
                HttpResponse<String> head = admin.raw("HEAD", path, "");

                assertThat(head.statusCode()).as(path).isEqualTo(get.statusCode());
                assertThat(head.headers().firstValue("content-type"))
                        .as(path)
                        .isEqualTo(get.headers().firstValue("content-type"));
                assertThat(head.body()).as(path).isEmpty();
            }
        }
    }

    @Test
    void everyOperationAnswersWellAndAsDocumented() {
        everyOperationOnce();

        Set<String> answered = admin.seen().entrySet().stream()
                .filter(entry -> entry.getValue().stream().anyMatch(status -> status < 300))
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(answered).isEqualTo(admin.document().operations().keySet());
        assertThat(admin.seen().get("register_worker")).contains(200, 201);
    }

    private void everyOperationOnce() {
        admin.call("get_api");
        admin.call("scrape");
        admin.call("scrape", "", "", "accept", "application/openmetrics-text");
        admin.call("examine");
        admin.call("get_status");
        admin.call("list_decisions");
        admin.call("get_config");
        admin.call("get_snapshot");
        admin.call("get_weights");
        admin.call("set_weights", "", checkedBody("set_weights", "{\"mixed\":{\"overlap_weight\":5}}"));
        admin.call(
                "register_worker",
                "",
                checkedBody(
                        "register_worker",
                        entry(",\"dp_size\":2,\"block_size\":16,\"kv_events\":{\"bind\":\"auto\",\"topic\":\"\"}")));
        admin.call("register_worker", "", checkedBody("register_worker", entry(",\"dp_size\":1")));
        admin.call("list_workers");
        admin.call("get_worker", worker(), "");
        admin.call("explain", "", checkedBody("explain", chat("m")));
        String prompt = "{\"model\":\"m\",\"prompt\":" + Arrays.toString(SimulatedFleet.prompt(1, 64)) + "}";
        HttpResponse<String> explained = admin.raw("POST", "/admin/explain?endpoint=/v1/completions", prompt);
        assertThat(explained.statusCode()).isEqualTo(200);
        assertThat(admin.document().faults("explain", explained)).isEmpty();
        admin.call("drain_worker", JOINING, "");
        admin.call("undrain_worker", JOINING, "");
        admin.call("remove_worker", JOINING, "");
    }

    /** A body that the port takes has to be one that the document lets callers send. */
    private String checkedBody(String operation, String body) {
        assertThat(admin.document().requestFaults(operation, body)).as(body).isEmpty();
        return body;
    }

    @Test
    void wrongBodiesGetTheDocumentedRefusal() {
        for (String operation : BODIED) {
            for (String body : List.of("", "{", "[]", "null", "7", "{\"nobody_knows\":1,\"model\":7}")) {
                int status = admin.call(operation, "", body).statusCode();
                assertThat(status).as("%s with %s", operation, body).isEqualTo(400);
            }
            String large = "{\"model\":\"" + "m".repeat(1 << 20) + "\"}";
            assertThat(admin.call(operation, "", large).statusCode())
                    .as("%s with a large body", operation)
                    .isEqualTo(413);
        }
        assertThat(admin.document().operations().values().stream()
                        .filter(operation -> operation.node().has("requestBody"))
                        .map(ApiDocument.Operation::id))
                .as("operations with a body")
                .containsExactlyInAnyOrderElementsOf(BODIED);
    }

    @Test
    void whatIsNotThereIsNotFoundAsDocumented() {
        for (String operation : List.of("get_worker", "remove_worker", "drain_worker", "undrain_worker")) {
            assertThat(admin.call(operation, "http://127.0.0.1:2", "").statusCode())
                    .as(operation)
                    .isEqualTo(404);
        }
        assertThat(admin.call("explain", "", chat("other")).statusCode()).isEqualTo(404);
        String foreign = "{\"url\":\"http://192.0.2.1:1\",\"role\":\"mixed\",\"engine\":\"sglang\"}";
        assertThat(admin.call("register_worker", "", foreign).statusCode()).isEqualTo(403);
    }

    @Test
    void whoMayNotCallIsRefusedAsDocumented() {
        for (ApiDocument.Operation operation : admin.document().operations().values()) {
            admin.as("");
            assertThat(admin.call(operation.id(), "x", "").statusCode())
                    .as("%s without a token", operation.id())
                    .isEqualTo(401);
            admin.as("look");
            boolean looks = operation.method().equals("GET") || operation.id().equals("explain");
            int status = admin.call(operation.id(), "x", "").statusCode();
            assertThat(status == 403)
                    .as("%s with a token that may look answers %d", operation.id(), status)
                    .isEqualTo(!looks);
        }
    }

    /** So that the checks above are known to find what they look for. */
    @Test
    void fieldThatIsNotDocumentedIsAFault() {
        HttpResponse<String> answer = admin.call("get_worker", worker(), "");

        for (String schema : List.of("Worker", "Rank", "Stream", "Health", "Feedback")) {
            JsonNode properties = admin.document().root().at("/components/schemas/" + schema + "/properties");
            String field = properties.fieldNames().next();
            ApiDocument poorer = admin.document().changed(root -> {
                ObjectNode schemas = (ObjectNode) root.at("/components/schemas");
                ((ObjectNode) schemas.at("/" + schema + "/properties")).remove(field);
            });
            assertThat(poorer.faults("get_worker", answer))
                    .as("without %s.%s", schema, field)
                    .isNotEmpty();
        }
        ApiDocument silent = admin.document()
                .changed(root -> ((ObjectNode) root.at("/paths/~1admin~1workers~1{id}/get/responses")).remove("200"));
        assertThat(silent.faults("get_worker", answer)).hasSize(1);
    }

    @Test
    void documentIsWellFormed() {
        JsonNode root = admin.document().root();
        assertThat(root.path("openapi").asText()).startsWith("3.1.");
        Schema meta = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema("{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}");
        root.at("/components/schemas")
                .properties()
                .forEach(schema -> assertThat(meta.validate(schema.getValue()))
                        .as("schema %s", schema.getKey())
                        .isEmpty());
        root.findValuesAsText("$ref")
                .forEach(ref -> assertThat(root.at(ref.substring(1)).isMissingNode())
                        .as(ref)
                        .isFalse());
        admin.document().operations().values().forEach(operation -> {
            assertThat(operation.node().path("summary").asText())
                    .as(operation.id())
                    .isNotEmpty();
            assertThat(operation.path().contains("{id}"))
                    .as("%s declares its parameter", operation.id())
                    .isEqualTo(root.path("paths").path(operation.path()).has("parameters"));
        });
    }
}
