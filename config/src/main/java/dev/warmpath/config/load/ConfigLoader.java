package dev.warmpath.config.load;

import dev.warmpath.config.binding.SettingsBinding;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.document.EnvironmentReferences;
import dev.warmpath.config.document.KnownKeys;
import dev.warmpath.config.document.Node;
import dev.warmpath.config.document.TextFile;
import dev.warmpath.config.document.YamlText;
import dev.warmpath.config.override.Overrides;
import dev.warmpath.config.problem.Origin;
import dev.warmpath.config.problem.Problems;
import dev.warmpath.config.section.Sections;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.JoiningWorker;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Loads a configuration: one YAML file, over it the environment, over that {@code --set} options. Either everything is
 * right, or all that is wrong is reported at once. See {@code docs/configuration.md} for the rules and
 * {@code warmpath.example.yaml} beside this package for every key.
 */
public final class ConfigLoader {

    private static final KnownKeys KNOWN = Sections.describe(
            section -> SettingsBinding.bind(section, SettingsBinding.DEFAULTS, Path.of(""), PathCheck.NOT_CHECKED));

    /** No UTF-8 text of more bytes fits the bound on characters. */
    private static final int MAX_BYTES = 4 * YamlText.MAX_CHARS;

    private ConfigLoader() {}

    /** Loads a file; directories that it names must exist. */
    public static LoadResult load(Path file, Map<String, String> environment, List<String> sets) {
        return load(file, environment, sets, PathCheck.MUST_EXIST);
    }

    /**
     * Loads a file.
     *
     * @param environment all environment variables; those that do not concern the configuration are passed over
     * @param sets {@code path=value} options, the last of equal paths holds
     */
    public static LoadResult load(Path file, Map<String, String> environment, List<String> sets, PathCheck paths) {
        Problems problems = new Problems();
        String yaml = TextFile.read(file, MAX_BYTES, problems);
        if (yaml == null) {
            return new LoadResult.Refused(problems.inFileOrder());
        }
        Path parent = file.toAbsolutePath().getParent();
        return loadText(yaml, parent == null ? Path.of("") : parent, environment, sets, paths);
    }

    /**
     * Loads a configuration that is at hand as text.
     *
     * @param directory what relative paths start from, as a file's own directory
     */
    public static LoadResult loadText(
            String yaml, Path directory, Map<String, String> environment, List<String> sets, PathCheck paths) {
        Problems problems = new Problems();
        if (yaml.length() > YamlText.MAX_CHARS) {
            String message = "the configuration has more than " + YamlText.MAX_CHARS + " characters";
            problems.add("", Origin.UNKNOWN, message, null, "Split the fleet between several routers");
            return new LoadResult.Refused(problems.inFileOrder());
        }
        Node file = YamlText.read(yaml, problems);
        if (file == null) {
            return new LoadResult.Refused(problems.inFileOrder());
        }
        EnvironmentReferences references = new EnvironmentReferences(environment, problems);
        Overrides overrides = new Overrides(KNOWN, problems);
        Node resolved = references.resolve(file);
        Node tree = overrides.options(overrides.environment(resolved, environment, references.names()), sets);
        WarmpathSettings settings = Sections.read(
                tree, problems, section -> SettingsBinding.bind(section, SettingsBinding.DEFAULTS, directory, paths));
        return problems.isEmpty() ? new LoadResult.Loaded(settings) : new LoadResult.Refused(problems.inFileOrder());
    }

    /**
     * Checks a worker that is registered at run time by the same rules as one in the file.
     *
     * @param values the keys of a worker as an item of {@code workers:} has them, and {@code ttl}, from parsed JSON: maps, lists,
     *     strings, numbers, booleans and null
     * @param inForce what the router runs with
     * @param present the workers that it has now, from the file or registered
     * @throws IllegalArgumentException if a value is of another type
     */
    public static WorkerResult worker(
            Map<String, ?> values, WarmpathSettings inForce, Collection<WorkerSettings> present) {
        Problems problems = new Problems();
        Optional<JoiningWorker> joining = Sections.read(
                Node.of(values), problems, section -> SettingsBinding.bindWorker(section, inForce, present));
        return problems.isEmpty() && joining.isPresent()
                ? new WorkerResult.Accepted(
                        joining.get().worker(), joining.get().ttl())
                : new WorkerResult.Refused(problems.inFileOrder());
    }

    /** Every key that a configuration may have. */
    public static KnownKeys knownKeys() {
        return KNOWN;
    }
}
