package dev.warmpath.router.doctor.evidence;

import dev.warmpath.router.prompt.PromptStats;
import dev.warmpath.router.prompt.model.ModelState;
import java.util.List;
import java.util.Map;

/**
 * What has become of prompts.
 *
 * @param models of each configured model's tokenizer
 * @param loadErrors one line per model that could not be loaded
 */
public record PromptEvidence(PromptStats stats, Map<String, ModelState> models, List<String> loadErrors) {

    public PromptEvidence {
        models = Map.copyOf(models);
        loadErrors = List.copyOf(loadErrors);
    }

    /** Prompts so far, whatever became of them. */
    public long total() {
        long total = stats.hashed();
        for (long count : stats.unhashed().values()) {
            total += count;
        }
        return total;
    }
}
