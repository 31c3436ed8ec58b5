package dev.warmpath.it.selfcheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.it.demo.TemporaryDemoModel;
import dev.warmpath.router.template.ChatTemplate;
import dev.warmpath.router.template.ModelTemplates;
import dev.warmpath.router.template.TemplateLimits;
import dev.warmpath.router.template.TemplateValues;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Renders a chat with the demo model's template. */
final class TemplateAbility implements Ability {

    private static final String MESSAGES = """
            [{"role": "system", "content": "Answer in one word."},
             {"role": "user", "content": [{"type": "text", "text": "Is this warm?"}]}]
            """;

    /** As Python's jinja2 renders it, with the settings of Hugging Face's transformers. */
    private static final String RENDERED = """
            <|bos|><|im_start|>system
            Answer in one word.<|im_end|>
            <|im_start|>user
            Is this warm?<|im_end|>
            <|im_start|>assistant
            """;

    @Override
    public String show() throws Exception {
        try (TemporaryDemoModel model = TemporaryDemoModel.unpack()) {
            return render(model.directory());
        }
    }

    private static String render(Path model) throws Exception {
        ModelTemplates templates = ModelTemplates.load(model, TemplateLimits.of(PromptSettings.defaults()));
        ChatTemplate template = templates
                .select(false)
                .orElseThrow(() -> new IllegalStateException("the demo model has lost its chat template"));
        JsonNode messages = new ObjectMapper().readTree(MESSAGES);
        Map<String, Object> context = new HashMap<>(templates.specialTokens());
        context.put("messages", TemplateValues.of(messages));
        context.put("tools", TemplateValues.NONE);
        context.put("add_generation_prompt", true);
        String seen = template.render(context);
        if (!seen.equals(RENDERED)) {
            throw new IllegalStateException("a chat was rendered as " + seen);
        }
        return "a chat of " + messages.size() + " messages is rendered as Jinja renders it";
    }
}
