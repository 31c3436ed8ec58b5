package dev.warmpath.config.settings;

import java.time.Duration;

/**
 * Turning prompts into tokens ({@code prompt:}).
 *
 * @param threads worker threads that render templates and tokenize; 0: half the machine's cores, and at least two
 * @param queue prompts that may wait for a thread; one more is routed by load and counted
 * @param longPromptBytes a request whose body is larger has a long prompt. Long ones are on all threads but one at most,
 *     and fill half of the queue at most, so that short ones need not wait for them
 * @param atOnceBytes a request whose body is no larger is rendered and tokenized on its event loop, if little work comes of
 *     it: to wake a thread takes longer. Of a chat whose new text is ASCII, messages of earlier turns count for a 48th of their
 *     size. 0: never
 * @param cacheBytes memory for token sequences of earlier turns, where the heap has room for it
 * @param timeout a prompt that has not become tokens by then is routed by load and counted
 * @param maxPromptChars characters of text that one prompt may have to be tokenized; a longer one is routed by load and
 *     counted
 * @param nativeMemoryBytes memory outside of the heap for texts while they are tokenized, 320 bytes for each byte of text;
 *     others wait, and a prompt with a piece that never fits is routed by load and counted. 0: a fifth of what the machine or
 *     the container has beside the heap
 * @param maxTemplateLoops loop iterations that one rendering may make
 * @param maxTemplateOutputBytes characters that one rendering may produce
 * @param maxTemplateDepth depth of macro calls and nested values in one rendering
 */
public record PromptSettings(
        int threads,
        int queue,
        int longPromptBytes,
        int atOnceBytes,
        long cacheBytes,
        Duration timeout,
        int maxPromptChars,
        long nativeMemoryBytes,
        int maxTemplateLoops,
        int maxTemplateOutputBytes,
        int maxTemplateDepth) {

    public static PromptSettings defaults() {
        return new PromptSettings(
                0, 1024, 256 << 10, 16 << 10, 256L << 20, Duration.ofSeconds(2), 8 << 20, 0, 1_000_000, 64 << 20, 128);
    }

    /** The same with other threads, and another measure of what they share out. */
    public PromptSettings withThreads(int count, int longBytes) {
        return new PromptSettings(
                count,
                queue,
                longBytes,
                atOnceBytes,
                cacheBytes,
                timeout,
                maxPromptChars,
                nativeMemoryBytes,
                maxTemplateLoops,
                maxTemplateOutputBytes,
                maxTemplateDepth);
    }

    /** The same with another limit of time. */
    public PromptSettings withTimeout(Duration limit) {
        return new PromptSettings(
                threads,
                queue,
                longPromptBytes,
                atOnceBytes,
                cacheBytes,
                limit,
                maxPromptChars,
                nativeMemoryBytes,
                maxTemplateLoops,
                maxTemplateOutputBytes,
                maxTemplateDepth);
    }

    /** The same with another bound of what is done on event loops. */
    public PromptSettings withAtOnce(int bytes) {
        return new PromptSettings(
                threads,
                queue,
                longPromptBytes,
                bytes,
                cacheBytes,
                timeout,
                maxPromptChars,
                nativeMemoryBytes,
                maxTemplateLoops,
                maxTemplateOutputBytes,
                maxTemplateDepth);
    }

    /** The same with other memory for texts. */
    public PromptSettings withNativeMemory(long bytes) {
        return new PromptSettings(
                threads,
                queue,
                longPromptBytes,
                atOnceBytes,
                cacheBytes,
                timeout,
                maxPromptChars,
                bytes,
                maxTemplateLoops,
                maxTemplateOutputBytes,
                maxTemplateDepth);
    }
}
