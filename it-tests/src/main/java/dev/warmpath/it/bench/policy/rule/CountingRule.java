package dev.warmpath.it.bench.policy.rule;

import dev.warmpath.it.bench.policy.fleet.Placement;
import dev.warmpath.it.bench.policy.fleet.RouterView;
import dev.warmpath.it.bench.policy.fleet.Rule;
import dev.warmpath.scorer.hash.HashedPrompt;

/** A rule that chooses each side by itself and counts what it has placed. */
abstract class CountingRule implements Rule {

    final SideLoad prefill;
    final SideLoad decode;
    final int blockSize;

    CountingRule(RouterView view) {
        this.prefill = new SideLoad(view.prefill().size());
        this.decode = new SideLoad(view.decode().size());
        this.blockSize = view.blockSize();
    }

    abstract int choosePrefill(HashedPrompt prompt);

    abstract int chooseDecode(HashedPrompt prompt);

    /** Prompt tokens that the prefill rank is taken to compute. */
    int uncached(HashedPrompt prompt, int rank) {
        return prompt.tokens();
    }

    @Override
    public final Placement place(HashedPrompt prompt) {
        int onPrefill = choosePrefill(prompt);
        int onDecode = chooseDecode(prompt);
        return new Counted(prompt, onPrefill, onDecode, uncached(prompt, onPrefill));
    }

    private final class Counted implements Placement {

        private final int onPrefill;
        private final int onDecode;
        private final int uncached;
        private int tokens;
        private int heldBlocks;

        Counted(HashedPrompt prompt, int onPrefill, int onDecode, int uncached) {
            this.onPrefill = onPrefill;
            this.onDecode = onDecode;
            this.uncached = uncached;
            this.tokens = prompt.tokens();
            this.heldBlocks = tokens / blockSize;
            prefill.begin(onPrefill, uncached, 0);
            decode.begin(onDecode, 0, heldBlocks);
        }

        @Override
        public int prefill() {
            return onPrefill;
        }

        @Override
        public int decode() {
            return onDecode;
        }

        @Override
        public void prefillDone() {
            prefill.end(onPrefill, uncached, 0);
        }

        @Override
        public void generated(int more) {
            tokens += more;
            int grown = tokens / blockSize - heldBlocks;
            heldBlocks += grown;
            decode.grow(onDecode, grown);
        }

        @Override
        public void ended() {
            decode.end(onDecode, 0, heldBlocks);
        }
    }
}
