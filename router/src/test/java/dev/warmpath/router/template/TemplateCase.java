package dev.warmpath.router.template;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** One template with one context and what Python's jinja2 makes of it, from a resource beside its generating script. */
record TemplateCase(String name, String template, Map<String, Object> context, Optional<String> expected) {

    /** The moment that the generating script gives to strftime_now. */
    static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T09:05:07Z"), ZoneOffset.UTC);

    static final TemplateLimits LIMITS = new TemplateLimits(1_000_000, 64 << 20, 128, 1 << 20, 200);

    static List<TemplateCase> load(String resource) throws IOException {
        try (InputStream in = Objects.requireNonNull(TemplateCase.class.getResourceAsStream("/template/" + resource))) {
            JsonNode root = JsonMapper.builder().build().readTree(in);
            List<TemplateCase> cases = new ArrayList<>();
            for (JsonNode node : root.isArray() ? root : root.path("cases")) {
                cases.add(read(node, root.path("contexts"), root.path("templates")));
            }
            return cases;
        }
    }

    /** Contexts and templates may be written once and named by the cases that share them. */
    private static TemplateCase read(JsonNode node, JsonNode contexts, JsonNode templates) {
        Map<String, Object> context = new LinkedHashMap<>();
        JsonNode shared = contexts.path(node.path("use").asText());
        shared.properties().forEach(member -> context.put(member.getKey(), TemplateValues.of(member.getValue())));
        node.path("context")
                .properties()
                .forEach(member -> context.put(member.getKey(), TemplateValues.of(member.getValue())));
        JsonNode template = templates.path(node.path("template_name").asText());
        String source =
                template.isTextual() ? template.asText() : node.path("template").asText();
        JsonNode expected = node.path("expected");
        return new TemplateCase(
                node.path("name").asText(),
                source,
                context,
                expected.isTextual() ? Optional.of(expected.asText()) : Optional.empty());
    }

    /** What the interpreter makes of it; empty when it refuses. */
    Optional<String> actual() {
        try {
            return Optional.of(ChatTemplate.compile(template, LIMITS, CLOCK).render(context));
        } catch (TemplateException e) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
