package dev.warmpath.it.sim.events;

import dev.warmpath.config.settings.workers.Engine;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How an engine publishes its KV events.
 *
 * @param enabled whether it publishes at all
 * @param format shape of an event
 * @param arrayLength elements of a stored event in array form, tag included: 6, 7, 8, 9, 10 or 12 for vLLM, 6 or 7 for
 *     SGLang
 * @param digestHashes whole digests as bytes instead of integers (vLLM only)
 * @param rankInBatch whether a batch has its third element, the rank
 * @param placeholders events of lower tiers without tokens, as vLLM's offloading connector sends them by default
 * @param ringBatches batches kept for replay; 0 for no replay socket
 * @param topicInReplay four-frame replies (vLLM since 0.26, SGLang since 0.5.22) instead of three
 * @param firstSequence number of the first batch; 0 in the engines, 1 in one simulator that people use
 * @param topic first frame of every message
 * @param connectHost where publishers connect to, or null to bind
 * @param connectPort port of the first rank there; the next ranks follow
 */
public record EventOptions(
        boolean enabled,
        EventFormat format,
        int arrayLength,
        boolean digestHashes,
        boolean rankInBatch,
        boolean placeholders,
        int ringBatches,
        boolean topicInReplay,
        long firstSequence,
        String topic,
        @Nullable String connectHost,
        int connectPort) {

    private static final Set<Integer> VLLM_LENGTHS = Set.of(6, 7, 8, 9, 10, 12);
    private static final Set<Integer> SGLANG_LENGTHS = Set.of(6, 7);

    public EventOptions {
        Set<Integer> lengths = format.isVllm() ? VLLM_LENGTHS : SGLANG_LENGTHS;
        if (!format.isMap() && !lengths.contains(arrayLength)) {
            throw new IllegalArgumentException("no release of this engine sent stored events of " + arrayLength
                    + " elements; there were " + lengths.stream().sorted().toList());
        }
        if (digestHashes && !format.isVllm()) {
            throw new IllegalArgumentException("SGLang sends integers, never digests");
        }
        if (ringBatches < 0 || firstSequence < 0) {
            throw new IllegalArgumentException("ring and first sequence must be at least 0");
        }
    }

    /** What the newest release of the engine does. */
    public static EventOptions of(Engine engine) {
        return builder(engine).build();
    }

    /** Starts from what the newest release of the engine does. */
    public static Builder builder(Engine engine) {
        return new Builder(engine);
    }

    /** Collects what differs from the newest release. */
    public static final class Builder {
        private boolean enabled = true;
        private EventFormat format;
        private int arrayLength;
        private boolean digestHashes = false;
        private boolean rankInBatch = true;
        private boolean placeholders = false;
        private int ringBatches = 10_000;
        private boolean topicInReplay;
        private long firstSequence = 0;
        private String topic = "";
        private @Nullable String connectHost;
        private int connectPort = 0;

        private Builder(Engine engine) {
            boolean vllm = engine == Engine.VLLM;
            this.format = vllm ? EventFormat.VLLM_MAP : EventFormat.SGLANG_MAP;
            this.arrayLength = vllm ? 12 : 7;
            this.topicInReplay = true;
        }

        public Builder enabled(boolean on) {
            this.enabled = on;
            return this;
        }

        /** Maps; for arrays say how long. */
        public Builder maps() {
            this.format = format.isVllm() ? EventFormat.VLLM_MAP : EventFormat.SGLANG_MAP;
            return this;
        }

        /** Arrays as the release sent them whose stored events had this many elements. */
        public Builder arrays(int length) {
            this.format = format.isVllm() ? EventFormat.VLLM_ARRAY : EventFormat.SGLANG_ARRAY;
            this.arrayLength = length;
            return this;
        }

        public Builder digestHashes(boolean on) {
            this.digestHashes = on;
            return this;
        }

        public Builder rankInBatch(boolean on) {
            this.rankInBatch = on;
            return this;
        }

        public Builder placeholders(boolean on) {
            this.placeholders = on;
            return this;
        }

        public Builder replay(int batches, boolean withTopic) {
            this.ringBatches = batches;
            this.topicInReplay = withTopic;
            return this;
        }

        public Builder firstSequence(long sequence) {
            this.firstSequence = sequence;
            return this;
        }

        public Builder topic(String text) {
            this.topic = text;
            return this;
        }

        /** Publishers connect to a port block that the router has bound. */
        public Builder connectTo(String host, int firstPort) {
            this.connectHost = host;
            this.connectPort = firstPort;
            return this;
        }

        public EventOptions build() {
            return new EventOptions(
                    enabled,
                    format,
                    arrayLength,
                    digestHashes,
                    rankInBatch,
                    placeholders,
                    ringBatches,
                    topicInReplay,
                    firstSequence,
                    topic,
                    connectHost,
                    connectPort);
        }
    }
}
