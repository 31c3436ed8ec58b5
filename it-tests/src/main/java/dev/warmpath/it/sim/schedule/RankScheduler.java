package dev.warmpath.it.sim.schedule;

import dev.warmpath.it.sim.cache.CacheChange;
import dev.warmpath.it.sim.cache.CacheTruth;
import dev.warmpath.it.sim.cache.Holding;
import dev.warmpath.it.sim.cache.KvCache;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler of one rank: continuous batching with chunked prefill. Belongs to the engine's thread.
 *
 * <p>A step is planned (who is admitted, how much of whose prompt is computed, who decodes one token), then its time
 * passes, then what it brought becomes visible: tokens first, and after them one batch of cache changes. Events must
 * not run ahead of the forward pass that fills their blocks, or a router would see a cache that does not exist yet.
 *
 * <p>A request waits until a step has tokens left for it and there is memory for its whole prompt; what of it is cached is
 * seen at that moment, as vLLM and SGLang do it, so that a prompt in a long queue finds what those before it left. One that
 * cannot grow while it generates pushes out the youngest running request, which computes its tokens anew later. Steps follow
 * one another only while someone runs.
 */
public final class RankScheduler {

    private final StepTimer timer;
    private final TimeModel times;
    private final KvCache cache;
    private final Consumer<List<CacheChange>> events;
    private final ArrayDeque<Sequence> waiting = new ArrayDeque<>();
    private final List<Sequence> running = new ArrayList<>();
    private boolean stepping;
    private boolean paused;
    private @Nullable Step due;
    private long promptTokens;
    private long cachedTokens;
    private long generatedTokens;

    /** What one step does: each sequence with the prompt tokens it computes, 0 for those that decode. */
    private record Step(List<Sequence> sequences, List<Integer> chunks, int prefillTokens, int decoding) {}

    public RankScheduler(StepTimer timer, TimeModel times, KvCache cache, Consumer<List<CacheChange>> events) {
        this.timer = timer;
        this.times = times;
        this.cache = cache;
        this.events = events;
    }

    public void submit(Sequence sequence) {
        if (!fits(sequence.chain.length() + 1, sequence)) {
            sequence.listener.refused(Refusal.TOO_LONG);
        } else if (waiting.size() >= times.maxQueue()) {
            sequence.listener.refused(Refusal.QUEUE_FULL);
        } else {
            waiting.add(sequence);
            sequence.listener.queued();
            beginStep();
        }
    }

    private boolean fits(int tokens, Sequence sequence) {
        int blockSize = sequence.chain.blockSize();
        return (tokens + blockSize - 1) / blockSize <= cache.capacity();
    }

    /** Nobody wants the answer any more: the request ends with the step that is under way. */
    public void cancel(Sequence sequence) {
        if (waiting.remove(sequence)) {
            return;
        }
        sequence.cancelled = true;
        if (!stepping && running.remove(sequence)) {
            release(sequence);
            beginStep();
        }
    }

    /** Lets go of the memory of a finished sequence that keeps it. */
    public void release(Sequence sequence) {
        Holding holding = sequence.holding;
        if (holding != null && !running.contains(sequence)) {
            sequence.holding = null;
            cache.release(holding, sequence.isPrefilling() ? 0 : sequence.computed);
            beginStep();
        }
    }

    /** Empties the cache; false while requests hold memory. */
    public boolean flush() {
        boolean flushed = cache.clear();
        announce();
        return flushed;
    }

    /** Empties the cache without a word to anybody who follows its events; false while requests run. */
    public boolean forget() {
        if (!running.isEmpty()) {
            return false;
        }
        announce();
        boolean forgotten = cache.clear();
        cache.drain();
        return forgotten;
    }

    /** While paused no step ends and none begins. */
    public void pause(boolean on) {
        paused = on;
        Step missed = due;
        if (!on && missed != null) {
            due = null;
            endStep(missed);
        } else if (!on) {
            beginStep();
        }
    }

    public RankStats stats() {
        return new RankStats(
                running.size(),
                waiting.size(),
                cache.inUse(),
                cache.capacity(),
                promptTokens,
                cachedTokens,
                generatedTokens,
                cache.lowerTiers());
    }

    public CacheTruth truth() {
        return cache.truth();
    }

    private void beginStep() {
        if (stepping || paused) {
            return;
        }
        admitWaiting();
        Step step = plan();
        if (step.sequences.isEmpty()) {
            announce();
            return;
        }
        stepping = true;
        timer.after(times.stepNanos(step.prefillTokens, step.decoding), () -> endStep(step));
    }

    private void admitWaiting() {
        long budget = times.chunkTokens() - uncomputed();
        while (budget > 0 && !waiting.isEmpty() && running.size() < times.maxRunning()) {
            Sequence sequence = waiting.peek();
            Holding holding = cache.admit(sequence.chain);
            if (holding == null) {
                return;
            }
            waiting.remove();
            sequence.holding = holding;
            sequence.prefillTarget = sequence.chain.length();
            sequence.computed = sequence.transferred ? sequence.prefillTarget - 1 : holding.cachedTokens();
            promptTokens += sequence.prefillTarget;
            cachedTokens += holding.cachedTokens();
            running.add(sequence);
            budget -= sequence.prefillTarget - sequence.computed;
            sequence.announceStart(holding.cachedTokens());
        }
    }

    /** Prompt tokens that those who run have yet to compute. */
    private long uncomputed() {
        long tokens = 0;
        for (Sequence sequence : running) {
            tokens += sequence.isPrefilling() ? sequence.prefillTarget - sequence.computed : 0;
        }
        return tokens;
    }

    private Step plan() {
        List<Sequence> sequences = new ArrayList<>();
        List<Integer> chunks = new ArrayList<>();
        int budget = times.chunkTokens();
        int decoding = 0;
        int prefill = 0;
        for (Sequence sequence : List.copyOf(running)) {
            if (sequence.holding == null) { // pushed out by one before it
                continue;
            }
            if (sequence.isPrefilling()) {
                int chunk = Math.min(budget, sequence.prefillTarget - sequence.computed);
                if (chunk > 0) {
                    budget -= chunk;
                    prefill += sequence.transferred ? 0 : chunk;
                    cache.cover(holdingOf(sequence), sequence.computed + chunk);
                    sequences.add(sequence);
                    chunks.add(chunk);
                }
            } else if (grow(sequence)) {
                decoding++;
                cache.cover(holdingOf(sequence), sequence.chain.length());
                sequences.add(sequence);
                chunks.add(0);
            }
        }
        return new Step(sequences, chunks, prefill, decoding);
    }

    /** Makes room for the token that a sequence generated last; false if it was pushed out or ended instead. */
    private boolean grow(Sequence sequence) {
        while (!cache.grow(holdingOf(sequence), sequence.chain.length())) {
            if (!fits(sequence.chain.length(), sequence)) {
                running.remove(sequence);
                finish(sequence);
                return false;
            }
            Sequence youngest = running.get(running.size() - 1);
            pushOut(youngest);
            if (youngest == sequence) {
                return false;
            }
        }
        return true;
    }

    private void pushOut(Sequence sequence) {
        running.remove(sequence);
        Holding holding = holdingOf(sequence);
        sequence.holding = null;
        sequence.transferred = false;
        cache.release(holding, sequence.isPrefilling() ? 0 : sequence.computed);
        sequence.computed = 0;
        waiting.addFirst(sequence);
    }

    private void endStep(Step step) {
        if (paused) {
            due = step;
            return;
        }
        stepping = false;
        for (int i = 0; i < step.sequences.size(); i++) {
            advance(step.sequences.get(i), step.chunks.get(i));
        }
        running.removeIf(this::endIfCancelled);
        announce();
        beginStep();
    }

    private void advance(Sequence sequence, int chunk) {
        if (chunk > 0) {
            sequence.computed += chunk;
            if (sequence.isPrefilling()) {
                return;
            }
            sequence.transferred = false;
            cache.prefillFinished(holdingOf(sequence));
        } else {
            sequence.computed = sequence.chain.length();
        }
        if (!sequence.cancelled) {
            sequence.generate();
            generatedTokens++;
            if (sequence.isComplete()) {
                running.remove(sequence);
                finish(sequence);
            }
        }
    }

    private boolean endIfCancelled(Sequence sequence) {
        if (sequence.cancelled) {
            letGo(sequence);
        }
        return sequence.cancelled;
    }

    private void finish(Sequence sequence) {
        if (!sequence.keepsMemory) {
            letGo(sequence);
        }
        sequence.listener.finished();
    }

    private void letGo(Sequence sequence) {
        Holding holding = holdingOf(sequence);
        sequence.holding = null;
        cache.release(holding, sequence.isPrefilling() ? 0 : sequence.computed);
    }

    private void announce() {
        List<CacheChange> changes = cache.drain();
        if (!changes.isEmpty()) {
            events.accept(changes);
        }
    }

    private static Holding holdingOf(Sequence sequence) {
        Holding holding = sequence.holding;
        if (holding == null) {
            throw new IllegalStateException("a running sequence holds memory");
        }
        return holding;
    }
}
