package dev.warmpath.router.doctor.check.prompt;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.PromptCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.router.prompt.model.ModelState;
import dev.warmpath.scorer.hash.UnhashedReason;
import java.util.List;
import java.util.Map;

/** {@link PromptCheck#TOKENIZER_MISSING}. */
public final class TokenizerMissing implements Check {

    @Override
    public CheckName name() {
        return PromptCheck.TOKENIZER_MISSING;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        Map<String, ModelState> models = evidence.now().prompts().models();
        List<String> without = models.keySet().stream()
                .filter(model -> models.get(model) == ModelState.NONE)
                .sorted()
                .toList();
        long missed = Unhashed.count(evidence, UnhashedReason.NO_TOKENIZER);
        if (missed > 0) {
            findings.fail(
                    null,
                    missed + " of " + Unhashed.prompts(evidence) + " prompts were text for a model without tokenizer;"
                            + " models without: " + without);
        }
        if (without.isEmpty()) {
            findings.fine(models.size() + " models, all with a tokenizer");
        } else {
            findings.unjudged("no text came lately for the models without tokenizer: " + without);
        }
    }
}
