package dev.warmpath.it.sim.schedule;

import dev.warmpath.it.sim.cache.Holding;
import dev.warmpath.it.sim.hash.TokenChain;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** One prompt and the answer that is generated to it. Belongs to the engine's thread once it is submitted. */
public final class Sequence {

    final TokenChain chain;
    final int promptTokens;
    final SequenceListener listener;
    private final IntUnaryOperator answer;
    private final int maxTokens;

    /** The prompt's KV comes from a prefill worker: nothing is to be computed when it is first admitted. */
    boolean transferred;

    /** Its memory is kept after it has finished, until its KV has been handed over. */
    final boolean keepsMemory;

    @Nullable
    Holding holding;

    /** Leading tokens that have KV. */
    int computed;

    /** Tokens that must have KV before the next one can be generated. */
    int prefillTarget;

    boolean cancelled;
    private boolean announced;
    private int generated;

    /**
     * One prompt.
     *
     * @param answer gives the token at each place of the answer
     * @param maxTokens tokens to generate, at least 1
     * @param transferred whether the prompt's KV comes from elsewhere
     * @param keepsMemory whether {@link RankScheduler#release} ends its hold on memory, and not its last token
     */
    public Sequence(
            TokenChain chain,
            IntUnaryOperator answer,
            int maxTokens,
            boolean transferred,
            boolean keepsMemory,
            SequenceListener listener) {
        this.chain = chain;
        this.promptTokens = chain.length();
        this.answer = answer;
        this.maxTokens = maxTokens;
        this.transferred = transferred;
        this.keepsMemory = keepsMemory;
        this.listener = listener;
    }

    boolean isPrefilling() {
        return computed < prefillTarget;
    }

    boolean isComplete() {
        return generated >= maxTokens;
    }

    /** Only once: an answer that was preempted and starts again has told its client already. */
    void announceStart(int cachedTokens) {
        if (!announced) {
            announced = true;
            listener.started(cachedTokens);
        }
    }

    void generate() {
        int token = answer.applyAsInt(generated++);
        chain.append(token);
        listener.token(token);
    }
}
