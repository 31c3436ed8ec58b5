package dev.warmpath.it.sim.prompt;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.router.template.ChatTemplate;
import dev.warmpath.router.template.ModelTemplates;
import dev.warmpath.router.template.TemplateException;
import dev.warmpath.router.template.TemplateLimits;
import dev.warmpath.router.template.TemplateValues;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;

/**
 * A real model directory: {@code tokenizer.json} through the same native library that engines use, chats through the
 * model's own template. Goes past the router's prompt pipeline on purpose, so that the two can be compared.
 */
public final class ModelTokenizer implements SimTokenizer {

    private final HuggingFaceTokenizer tokenizer;
    private final ModelTemplates templates;

    private ModelTokenizer(HuggingFaceTokenizer tokenizer, ModelTemplates templates) {
        this.tokenizer = tokenizer;
        this.templates = templates;
    }

    /**
     * Loads a model directory.
     *
     * @throws IOException when a file is missing or broken, the template included
     */
    public static ModelTokenizer load(Path directory) throws IOException {
        try {
            TemplateLimits limits = TemplateLimits.of(PromptSettings.defaults());
            return new ModelTokenizer(
                    HuggingFaceTokenizer.newInstance(
                            directory.resolve("tokenizer.json"), Map.of("truncation", "false")),
                    ModelTemplates.load(directory, limits));
        } catch (TemplateException broken) {
            throw new IOException("chat template of " + directory, broken);
        }
    }

    @Override
    public int[] encode(String text, boolean addSpecialTokens) {
        long[] ids = tokenizer.encode(text, addSpecialTokens, false).getIds();
        int[] tokens = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            tokens[i] = Math.toIntExact(ids[i]);
        }
        return tokens;
    }

    @Override
    public String decode(int token) {
        return tokenizer.decode(new long[] {token}, true);
    }

    @Override
    public int[] chat(JsonNode request) throws BadPromptException {
        ChatTemplate template = templates
                .select(request.path("tools").size() > 0)
                .orElseThrow(() -> new BadPromptException("this model has no chat template"));
        Map<String, Object> context = new HashMap<>(templates.specialTokens());
        context.put("messages", TemplateValues.of(request.path("messages")));
        context.put(
                "add_generation_prompt", request.path("add_generation_prompt").asBoolean(true));
        if (request.hasNonNull("tools")) {
            context.put("tools", TemplateValues.of(request.get("tools")));
        }
        JsonNode kwargs = request.path("chat_template_kwargs");
        for (Iterator<String> names = kwargs.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            context.put(name, TemplateValues.of(kwargs.get(name)));
        }
        try {
            return encode(template.render(context), false);
        } catch (TemplateException refused) {
            throw new BadPromptException(String.valueOf(refused.getMessage()));
        }
    }
}
