package dev.warmpath.router.doctor.check.prompt;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.PromptCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.scorer.hash.UnhashedReason;

/** {@link PromptCheck#TOKENIZER_FAILED}. */
public final class TokenizerFailed implements Check {

    @Override
    public CheckName name() {
        return PromptCheck.TOKENIZER_FAILED;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        evidence.now().prompts().loadErrors().forEach(error -> findings.fail(null, error));
        long failed = Unhashed.count(evidence, UnhashedReason.TOKENIZER_FAILED);
        if (failed > 0 && !findings.any()) {
            findings.fail(
                    null, failed + " prompts ran into a fault of the router's own tokenizing; its log says which");
        }
        long remote = Unhashed.count(evidence, UnhashedReason.REMOTE_FAILED);
        if (remote > 0) {
            findings.fail(null, remote + " prompts got no tokens from a worker's /tokenize");
        }
        findings.fine(evidence.now().prompts().models().size() + " models loaded");
    }
}
