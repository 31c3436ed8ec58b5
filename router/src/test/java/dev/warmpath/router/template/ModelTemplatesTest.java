package dev.warmpath.router.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model directory's templates and special tokens are found where Hugging Face finds them. */
class ModelTemplatesTest {

    @TempDir
    Path model;

    private void file(String name, String text) throws IOException {
        Path file = model.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private ModelTemplates load() throws IOException, TemplateException {
        return ModelTemplates.load(model, TemplateCase.LIMITS, TemplateCase.CLOCK);
    }

    private String rendered(boolean hasTools) throws IOException, TemplateException {
        return load().select(hasTools).orElseThrow().render(Map.of());
    }

    @Test
    void theTemplateInTheTokenizersConfigIsTheDefault() throws Exception {
        file("tokenizer_config.json", "{\"chat_template\": \"config\"}");

        assertThat(rendered(false)).isEqualTo("config");
        assertThat(rendered(true)).isEqualTo("config");
    }

    @Test
    void aTemplateFileWinsOverTheConfig() throws Exception {
        file("tokenizer_config.json", "{\"chat_template\": \"config\"}");
        file("chat_template.json", "{\"chat_template\": \"processor\"}");
        file("chat_template.jinja", "file\n");

        assertThat(rendered(false)).isEqualTo("file");
    }

    @Test
    void theProcessorsTemplateIsTheLastResort() throws Exception {
        file("tokenizer_config.json", "{\"chat_template\": null}");
        file("chat_template.json", "{\"chat_template\": \"processor\"}");

        assertThat(rendered(false)).isEqualTo("processor");
    }

    @Test
    void aRequestWithToolsGetsTheTemplateForTools() throws Exception {
        file(
                "tokenizer_config.json",
                "{\"chat_template\": [{\"name\": \"default\", \"template\": \"plain\"},"
                        + " {\"name\": \"tool_use\", \"template\": \"tools\"}, {\"name\": \"rag\", \"template\": \"rag\"}]}");

        assertThat(rendered(false)).isEqualTo("plain");
        assertThat(rendered(true)).isEqualTo("tools");
    }

    @Test
    void additionalTemplateFilesAreNamedAfterThemselves() throws Exception {
        file("chat_template.jinja", "plain");
        file("additional_chat_templates/tool_use.jinja", "tools");

        assertThat(rendered(false)).isEqualTo("plain");
        assertThat(rendered(true)).isEqualTo("tools");
    }

    @Test
    void aListWithoutDefaultFitsNoPlainRequest() throws Exception {
        file("tokenizer_config.json", "{\"chat_template\": [{\"name\": \"tool_use\", \"template\": \"tools\"}]}");

        assertThat(load().select(false)).isEmpty();
        assertThat(rendered(true)).isEqualTo("tools");
    }

    @Test
    void aModelWithoutTemplateIsNoError() throws Exception {
        assertThat(load().select(false)).isEmpty();
        assertThat(load().specialTokens()).isEmpty();
    }

    @Test
    void specialTokensAreTextsOrObjectsWithContent() throws Exception {
        file(
                "tokenizer_config.json",
                "{\"bos_token\": \"<s>\", \"eos_token\": {\"content\": \"</s>\", \"lstrip\": false}, \"pad_token\": null}");
        file(
                "special_tokens_map.json",
                "{\"bos_token\": \"other\", \"pad_token\": \"<pad>\","
                        + " \"additional_special_tokens\": [\"<a>\", {\"content\": \"<b>\"}]}");

        assertThat(load().specialTokens())
                .isEqualTo(Map.of(
                        "bos_token", "<s>",
                        "eos_token", "</s>",
                        "pad_token", "<pad>",
                        "additional_special_tokens", List.of("<a>", "<b>")));
    }

    @Test
    void brokenFilesAreNamed() throws Exception {
        file("tokenizer_config.json", "{");
        assertThatThrownBy(this::load).isInstanceOf(IOException.class).hasMessageContaining("tokenizer_config.json");

        file("tokenizer_config.json", "{\"chat_template\": 5}");
        assertThatThrownBy(this::load).isInstanceOf(IOException.class).hasMessageContaining("chat_template");

        file("tokenizer_config.json", "{\"chat_template\": [{\"name\": \"default\"}]}");
        assertThatThrownBy(this::load).isInstanceOf(IOException.class).hasMessageContaining("template");
    }

    @Test
    void aTemplateThatCannotBeCompiledIsAnError() throws Exception {
        file("chat_template.jinja", "{% nope %}");

        assertThatThrownBy(this::load).isInstanceOf(TemplateException.class).hasMessageContaining("nope");
    }
}
