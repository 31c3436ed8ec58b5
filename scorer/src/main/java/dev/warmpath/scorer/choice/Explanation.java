package dev.warmpath.scorer.choice;

import dev.warmpath.config.settings.workers.Role;
import dev.warmpath.events.kv.Target;
import dev.warmpath.scorer.feedback.FeedbackReason;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What choosing would do now, and why; the numbers come from the code that chooses.
 *
 * @param tokens prompt length
 * @param unhashed why there are no hashes, or null
 * @param prefill the prefill (or mixed) target that would be chosen, or null; also null where decode does it alone
 * @param decode the decode target that would be chosen, or null
 */
public record Explanation(
        int tokens,
        @Nullable String unhashed,
        @Nullable Target prefill,
        @Nullable Target decode,
        List<Row> candidates) {

    /**
     * One candidate.
     *
     * @param blocks full blocks of the prompt in its block size
     * @param device leading blocks held, best tier device; likewise {@code host} and {@code disk}
     * @param content images, sounds and files of the prompt
     * @param contentHeld those of them that the candidate was sent lately
     * @param trust how far the candidate's view is believed: {@code streamTrust} times {@code feedbackTrust}
     * @param feedbackReason what its answers say of the predictions made for it
     * @param othersLoad the share of {@code load} that other routers put there
     * @param crowd the share of {@code load} that stands for having more requests than other decode targets
     * @param ineligible why it must not be chosen, or null
     * @param lastResort whether it may be chosen only because its side has nobody better
     * @param transfer what the hand-off between it and the chosen target of the other side costs, in blocks; infinite
     *     where the two must not be a pair; null where no hand-off is chosen or nobody says where targets stand
     * @param straight whether the request may go straight to this decode target; null where that is no question
     * @param lacked tokens of the prompt that the target would compute then
     * @param wished whether it is the request's session that draws it here
     */
    public record Row(
            Target target,
            Role role,
            String group,
            int blocks,
            int device,
            int host,
            int disk,
            int content,
            int contentHeld,
            double trust,
            double streamTrust,
            double feedbackTrust,
            FeedbackReason feedbackReason,
            double credit,
            double missed,
            double load,
            double othersLoad,
            double crowd,
            double cost,
            @Nullable String ineligible,
            boolean lastResort,
            @Nullable Double transfer,
            @Nullable SkipVerdict straight,
            int lacked,
            boolean wished) {}
}
