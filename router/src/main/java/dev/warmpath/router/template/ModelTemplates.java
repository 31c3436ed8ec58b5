package dev.warmpath.router.template;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The chat templates and special tokens of one model directory, compiled. Of several named templates, a request with
 * tools gets {@code tool_use} where there is one, any other {@code default}, as in Hugging Face's {@code
 * get_chat_template}.
 */
public final class ModelTemplates {

    private static final String DEFAULT = "default";
    private static final String WITH_TOOLS = "tool_use";

    private final Map<String, ChatTemplate> byName;
    private final Map<String, String> sources;
    private final Map<String, Object> specialTokens;

    private ModelTemplates(
            Map<String, ChatTemplate> byName, Map<String, String> sources, Map<String, Object> specialTokens) {
        this.byName = Map.copyOf(byName);
        this.sources = sources;
        this.specialTokens = specialTokens;
    }

    /**
     * Reads and compiles what the directory holds; a directory without any template is no error.
     *
     * @throws IOException a file that is there cannot be read, or is not what it should be; names the file
     * @throws TemplateException a template cannot be compiled
     */
    public static ModelTemplates load(Path modelDir, TemplateLimits limits) throws IOException, TemplateException {
        return load(modelDir, limits, Clock.system(ZoneId.systemDefault()));
    }

    /** The same, with the clock that {@code strftime_now} reads. */
    public static ModelTemplates load(Path modelDir, TemplateLimits limits, Clock clock)
            throws IOException, TemplateException {
        Map<String, ChatTemplate> compiled = new LinkedHashMap<>();
        Map<String, String> sources = ChatTemplateSource.read(modelDir).byName();
        for (Map.Entry<String, String> source : sources.entrySet()) {
            compiled.put(source.getKey(), ChatTemplate.compile(source.getValue(), limits, clock));
        }
        return new ModelTemplates(compiled, sources, SpecialTokens.read(modelDir));
    }

    /** The template for a request, or nothing when the model brings none that fits. */
    public Optional<ChatTemplate> select(boolean hasTools) {
        return Optional.ofNullable(byName.get(name(hasTools)));
    }

    /** The source of that template, for engines draw conclusions from its wording. */
    public Optional<String> source(boolean hasTools) {
        return Optional.ofNullable(sources.get(name(hasTools)));
    }

    private String name(boolean hasTools) {
        return hasTools && byName.containsKey(WITH_TOOLS) ? WITH_TOOLS : DEFAULT;
    }

    /**
     * What the engine adds to every context: {@code bos_token}, {@code eos_token} and the like as strings, {@code
     * additional_special_tokens} as a list. Tokens that the model does not have are absent.
     */
    public Map<String, Object> specialTokens() {
        return specialTokens;
    }
}
