package dev.warmpath.router.prompt.model;

import dev.warmpath.config.settings.ModelSettings;
import dev.warmpath.config.settings.PromptSettings;
import dev.warmpath.router.prompt.chat.MessageCache;
import dev.warmpath.router.prompt.tokens.NativeMemory;
import dev.warmpath.router.prompt.tokens.SegmentCache;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The configured models by name, loaded once. */
public final class PromptModels implements AutoCloseable {

    /** For a name that no model's settings have: an adapter's, say. */
    private static final PromptModel UNKNOWN = new BareModel();

    private final Map<String, PromptModel> byName = new LinkedHashMap<>();
    private final List<String> loadErrors = new ArrayList<>();

    /**
     * Loads what each model's settings name; a model that fails is there all the same, and says so in {@link
     * #loadErrors}.
     *
     * @param pieces of text that are kept, shared by all models
     * @param messages that are kept, shared by all models
     * @param memory for texts that are tokenized at the same time, of all models together
     * @param remote asked for models whose settings say so; without it their prompts stay unhashed
     */
    public PromptModels(
            PromptSettings settings,
            List<ModelSettings> models,
            SegmentCache pieces,
            MessageCache messages,
            NativeMemory memory,
            @Nullable RemoteTokenizer remote) {
        RemoteCalls calls = new RemoteCalls(remote, settings.queue());
        for (ModelSettings model : models) {
            byName.put(model.name(), load(model, settings, pieces, messages, memory, calls));
        }
    }

    private PromptModel load(
            ModelSettings model,
            PromptSettings settings,
            SegmentCache pieces,
            MessageCache messages,
            NativeMemory memory,
            RemoteCalls calls) {
        if (model.remoteTokenizer()) {
            return new RemoteModel(calls);
        }
        if (model.tokenizer() == null) {
            return new BareModel();
        }
        LocalModel local = LocalModel.load(model.name(), model.tokenizer(), settings, pieces, messages, memory);
        local.loadError().ifPresent(loadErrors::add);
        return local;
    }

    /** The model of this name, or one without a tokenizer when there is none. */
    public PromptModel get(String name) {
        PromptModel model = byName.get(name);
        return model == null ? UNKNOWN : model;
    }

    /** What has become of each configured model's tokenizer. */
    public Map<String, ModelState> states() {
        Map<String, ModelState> states = new LinkedHashMap<>();
        byName.forEach((name, model) -> states.put(name, model.state()));
        return states;
    }

    /** One line per model that could not be loaded, naming model, file and cause. */
    public List<String> loadErrors() {
        return List.copyOf(loadErrors);
    }

    @Override
    public void close() {
        byName.values().forEach(PromptModel::close);
    }
}
