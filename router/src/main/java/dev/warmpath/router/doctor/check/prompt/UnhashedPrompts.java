package dev.warmpath.router.doctor.check.prompt;

import dev.warmpath.router.doctor.catalogue.CheckName;
import dev.warmpath.router.doctor.catalogue.PromptCheck;
import dev.warmpath.router.doctor.check.Check;
import dev.warmpath.router.doctor.check.Findings;
import dev.warmpath.router.doctor.evidence.Evidence;
import dev.warmpath.scorer.hash.UnhashedReason;

/** Prompts go without hashes for reasons that belong together: each kind has its own method. */
public final class UnhashedPrompts implements Check {

    private final PromptCheck name;
    private final UnhashedReason[] reasons;

    private UnhashedPrompts(PromptCheck name, UnhashedReason... reasons) {
        this.name = name;
        this.reasons = reasons;
    }

    /** The template refuses them. */
    public static Check templateFailed() {
        return new UnhashedPrompts(PromptCheck.TEMPLATE_FAILED, UnhashedReason.TEMPLATE_FAILED);
    }

    /** They hold what cannot be hashed. */
    public static Check contentUncredited() {
        return new UnhashedPrompts(
                PromptCheck.CONTENT_UNCREDITED, UnhashedReason.UNSUPPORTED_CONTENT, UnhashedReason.PROMPT_TOO_LONG);
    }

    /** They wait in vain. */
    public static Check tokenizerOverloaded() {
        return new UnhashedPrompts(
                PromptCheck.TOKENIZER_OVERLOADED,
                UnhashedReason.TOKENIZER_BUSY,
                UnhashedReason.TOKENIZER_TIMEOUT,
                UnhashedReason.TOKENIZER_MEMORY);
    }

    @Override
    public CheckName name() {
        return name;
    }

    @Override
    public void look(Evidence evidence, Findings findings) {
        long prompts = Unhashed.prompts(evidence);
        for (UnhashedReason reason : reasons) {
            long count = Unhashed.count(evidence, reason);
            if (count > 0) {
                findings.warn(null, count + " of " + prompts + " prompts: " + reason.key());
            }
        }
        if (prompts == 0) {
            findings.unjudged("no prompts lately");
        } else {
            findings.fine("none of " + prompts + " prompts");
        }
    }
}
