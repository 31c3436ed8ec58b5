package dev.warmpath.config.binding;

import dev.warmpath.config.binding.admission.AdmissionBinding;
import dev.warmpath.config.binding.files.FilePaths;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.section.Kinds;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.ModelSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The items of {@code models}. */
final class ModelBinding {

    private static final String TOKENIZER_FILE = "tokenizer.json";

    private final FilePaths files;
    private final PathCheck paths;
    private final int mostInFlight;
    private final Set<String> names = new LinkedHashSet<>();
    private final Set<String> adapterNames = new LinkedHashSet<>();
    private boolean any;

    /**
     * @param directory what relative paths start from
     * @param mostInFlight requests of all models together
     */
    ModelBinding(Path directory, PathCheck paths, int mostInFlight) {
        this.files = new FilePaths(directory);
        this.paths = paths;
        this.mostInFlight = mostInFlight;
    }

    @Nullable
    ModelSettings bind(Section section, @Nullable ModelSettings now) {
        any = true;
        String name = section.required("name", Kinds.text(), now == null ? null : now.name());
        Path tokenizer = section.optional("tokenizer", files.kind(), now == null ? null : now.tokenizer());
        boolean remote = section.value("remote_tokenizer", Kinds.flag(), now != null && now.remoteTokenizer());
        Integer maxInFlight =
                section.optional("max_in_flight", AdmissionBinding.PLACES, now == null ? null : now.maxInFlight());
        List<String> adapters = section.values("adapters", Kinds.text(), now == null ? null : now.adapters());
        if (maxInFlight != null && maxInFlight > mostInFlight) {
            AdmissionBinding.refuseMoreThanAll(section, "max_in_flight", maxInFlight, mostInFlight);
        }
        if (tokenizer != null && paths == PathCheck.MUST_EXIST) {
            checkExists(section, tokenizer);
        }
        if (name == null) {
            return null;
        }
        if (!names.add(name)) {
            section.refuse("name", "is declared more than once", name, "Keep one of the models");
        }
        List<String> named = adapters == null ? List.of() : adapters;
        for (String adapter : named) {
            if (!adapterNames.add(adapter)) {
                section.refuse("adapters", "names an adapter more than once", adapter, "Name it once, at its model");
            }
        }
        return new ModelSettings(name, tokenizer, remote, maxInFlight, named);
    }

    /** Reports a name that stands for a model and for an adapter: nobody could tell which is meant. */
    void requireDistinct(Section root) {
        for (String adapter : adapterNames) {
            if (names.contains(adapter)) {
                root.refuse("models", "names a model and an adapter alike", adapter, "Give each a name of its own");
            }
        }
    }

    private void checkExists(Section section, Path tokenizer) {
        String written = files.shown(tokenizer);
        if (!Files.isDirectory(tokenizer)) {
            String message = "names a directory that is not there: " + written;
            section.refuse("tokenizer", message, null, "Put the model's tokenizer there, or correct the path");
        } else if (!Files.isRegularFile(tokenizer.resolve(TOKENIZER_FILE))) {
            String message = "names a directory without " + TOKENIZER_FILE + ": " + written;
            section.refuse("tokenizer", message, null, "Copy the model's " + TOKENIZER_FILE + " there");
        }
    }

    /** Reports a configuration without any model, which could serve nothing. */
    void requireOne(Section root) {
        if (!any) {
            root.refuse("models", "lists no model", null, "Declare at least one: models: [{name: ...}]");
        }
    }

    /** The names declared so far. */
    Set<String> names() {
        return names;
    }
}
