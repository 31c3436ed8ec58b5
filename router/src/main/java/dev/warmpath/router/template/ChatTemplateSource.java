package dev.warmpath.router.template;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/**
 * The template texts of a model directory by name, from the first place that has any, in Hugging Face's order: {@code
 * chat_template.jinja} (with {@code additional_chat_templates/*.jinja}), then {@code chat_template} in {@code
 * tokenizer_config.json}, then {@code chat_template.json}. A single template is named {@code default}; a list names
 * each of its own.
 */
record ChatTemplateSource(Map<String, String> byName) {

    private static final String MEMBER = "chat_template";
    private static final String DEFAULT = "default";

    ChatTemplateSource {
        byName = Map.copyOf(byName);
    }

    static ChatTemplateSource read(Path modelDir) throws IOException {
        Map<String, String> files = files(modelDir);
        if (!files.isEmpty()) {
            return new ChatTemplateSource(files);
        }
        for (String name : new String[] {"tokenizer_config.json", "chat_template.json"}) {
            Path file = modelDir.resolve(name);
            Map<String, String> member = member(file, ModelFile.json(file).path(MEMBER));
            if (!member.isEmpty()) {
                return new ChatTemplateSource(member);
            }
        }
        return new ChatTemplateSource(Map.of());
    }

    private static Map<String, String> files(Path modelDir) throws IOException {
        Map<String, String> found = new TreeMap<>();
        ModelFile.text(modelDir.resolve("chat_template.jinja")).ifPresent(text -> found.put(DEFAULT, text));
        Path more = modelDir.resolve("additional_chat_templates");
        if (Files.isDirectory(more)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(more, "*.jinja")) {
                for (Path file : files) {
                    String name = String.valueOf(file.getFileName());
                    ModelFile.text(file)
                            .ifPresent(text -> found.put(name.substring(0, name.length() - ".jinja".length()), text));
                }
            }
        }
        return found;
    }

    private static Map<String, String> member(Path file, JsonNode member) throws IOException {
        Map<String, String> found = new TreeMap<>();
        if (member.isTextual()) {
            found.put(DEFAULT, member.textValue());
        } else if (member.isArray()) {
            for (JsonNode named : member) {
                JsonNode name = named.path("name");
                JsonNode template = named.path("template");
                if (!name.isTextual() || !template.isTextual()) {
                    throw new IOException(file + ": each entry of \"chat_template\" needs a name and a template");
                }
                found.put(name.textValue(), template.textValue());
            }
        } else if (!member.isMissingNode() && !member.isNull()) {
            throw new IOException(file + ": \"chat_template\" is neither text nor a list of named templates");
        }
        return found;
    }
}
