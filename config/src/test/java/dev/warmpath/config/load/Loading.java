package dev.warmpath.config.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.problem.ConfigProblem;
import dev.warmpath.config.settings.WarmpathSettings;
import dev.warmpath.config.settings.workers.WorkerSettings;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A configuration under test: YAML, environment and options, loaded without looking at the disk. */
record Loading(String yaml, Map<String, String> environment, List<String> sets) {

    static final Path DIRECTORY = Path.of("/etc/warmpath");

    /** What every configuration must have, but for workers; seven lines. */
    static final String BASE = """
            scoring:
              prefill: {overlap_weight: 20.0}
              decode: {overlap_weight: 2.0}
              mixed: {overlap_weight: 10.0}
            models:
              - {name: m}
            """;

    static Loading of(String yaml) {
        return new Loading(yaml, Map.of(), List.of());
    }

    /** {@link #BASE} and more. */
    static Loading base(String more) {
        return of(BASE + more);
    }

    /** {@link #BASE} and one prefill worker with more keys, each item of the text a line {@code key: value}. */
    static Loading worker(String... keys) {
        StringBuilder yaml = new StringBuilder(BASE + "workers:\n  - url: http://10.0.0.1:30000\n");
        for (String key : keys) {
            yaml.append("    ").append(key).append('\n');
        }
        return of(yaml.toString());
    }

    Loading env(String name, String value) {
        Map<String, String> more = new HashMap<>(environment);
        more.put(name, value);
        return new Loading(yaml, more, sets);
    }

    Loading set(String... more) {
        return new Loading(yaml, environment, List.of(more));
    }

    LoadResult load() {
        return ConfigLoader.loadText(yaml, DIRECTORY, environment, sets, PathCheck.NOT_CHECKED);
    }

    WarmpathSettings settings() {
        LoadResult result = load();
        assertThat(result).isInstanceOf(LoadResult.Loaded.class);
        return ((LoadResult.Loaded) result).settings();
    }

    /** The only worker of an accepted configuration. */
    WorkerSettings onlyWorker() {
        assertThat(settings().workers()).hasSize(1);
        return settings().workers().get(0);
    }

    List<ConfigProblem> problems() {
        LoadResult result = load();
        assertThat(result).isInstanceOf(LoadResult.Refused.class);
        return ((LoadResult.Refused) result).problems();
    }

    /** The only problem of a refused configuration. */
    ConfigProblem onlyProblem() {
        assertThat(problems()).hasSize(1);
        return problems().get(0);
    }

    /** The paths of all problems, in their order. */
    List<String> badPaths() {
        return problems().stream().map(ConfigProblem::path).toList();
    }
}
