package dev.warmpath.router.legs;

import dev.warmpath.router.usage.AnswerUsage;
import dev.warmpath.scorer.choice.Candidate;
import dev.warmpath.scorer.load.Prediction;
import org.jspecify.annotations.Nullable;

/** Is told what the legs that compute a prompt say of their cache. */
public interface UsageWatch {

    /**
     * A leg's answer is complete.
     *
     * @param prediction what its target was believed to have cached when it was chosen
     * @param usage null when the answer had none
     */
    void answered(Candidate target, Prediction prediction, @Nullable AnswerUsage usage);
}
