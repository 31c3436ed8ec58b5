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
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A model directory's own tokenizer and chat template, each used in the plainest way: DJL's tokenizer on the whole text,
 * and the template on the request as it stands. It shares neither caches nor the handling of messages with the router,
 * whose tokens are compared with these.
 */
public final class ModelTokenizer implements SimTokenizer, AutoCloseable {

    private static final Map<String, String> WHOLE_TEXTS = Map.of("truncation", "false", "padding", "false");
    private static final List<String> OWN_NAMES = List.of("messages", "tools", "documents");

    static {
        // The library would ask the network whether it runs in a cloud.
        System.setProperty("OPT_OUT_TRACKING", "true");
    }

    /** Texts of more characters wait for one another: what the library takes for each is a hundred times as much. */
    private static final int LONG = 1 << 16;

    private final HuggingFaceTokenizer tokenizer;
    private final ModelTemplates templates;
    private final Lock longTexts = new ReentrantLock();

    private ModelTokenizer(HuggingFaceTokenizer tokenizer, ModelTemplates templates) {
        this.tokenizer = tokenizer;
        this.templates = templates;
    }

    /**
     * Loads {@code tokenizer.json} and the chat template of a model directory.
     *
     * @throws IOException a file is missing or is not what it should be
     */
    public static ModelTokenizer load(Path modelDirectory) throws IOException {
        try (InputStream json = Files.newInputStream(modelDirectory.resolve("tokenizer.json"))) {
            ModelTemplates templates =
                    ModelTemplates.load(modelDirectory, TemplateLimits.of(PromptSettings.defaults()));
            // From a stream the library takes nothing but these bytes: no length limit from another file.
            return new ModelTokenizer(HuggingFaceTokenizer.newInstance(json, WHOLE_TEXTS), templates);
        } catch (TemplateException e) {
            throw new IOException(modelDirectory + ": " + e.getMessage(), e);
        }
    }

    @Override
    public int[] encode(String text, boolean addSpecialTokens) {
        if (text.length() <= LONG) {
            return encodeNow(text, addSpecialTokens);
        }
        longTexts.lock();
        try {
            return encodeNow(text, addSpecialTokens);
        } finally {
            longTexts.unlock();
        }
    }

    private int[] encodeNow(String text, boolean addSpecialTokens) {
        long[] ids = tokenizer.encode(text, addSpecialTokens, false).getIds();
        int[] tokens = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            tokens[i] = (int) ids[i];
        }
        return tokens;
    }

    @Override
    public String decode(int token) {
        return tokenizer.decode(new long[] {token}, true);
    }

    @Override
    public String render(JsonNode request) throws BadPromptException {
        boolean hasTools = !request.path("tools").isEmpty();
        ChatTemplate template = templates
                .select(hasTools)
                .orElseThrow(() -> new BadPromptException("This model has no chat template."));
        Map<String, Object> context = new HashMap<>(templates.specialTokens());
        for (String name : OWN_NAMES) {
            context.put(name, TemplateValues.of(request.path(name)));
        }
        if (!hasTools) {
            context.put("tools", TemplateValues.NONE);
        }
        context.put(
                "add_generation_prompt", request.path("add_generation_prompt").asBoolean(true));
        request.path("chat_template_kwargs")
                .properties()
                .forEach(argument -> context.put(argument.getKey(), TemplateValues.of(argument.getValue())));
        try {
            return template.render(context);
        } catch (TemplateException e) {
            throw new BadPromptException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void close() {
        tokenizer.close();
    }
}
