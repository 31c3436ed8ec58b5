package dev.warmpath.router.doctor.check.worker;

import dev.warmpath.config.settings.workers.Engine;
import dev.warmpath.config.settings.workers.Protocol;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A release as an engine names it ({@code 0.32.1}, {@code 0.5.23.post1}, {@code 0.33.0rc1.dev7+gabc}), as far as a router
 * tells releases apart: by the first three numbers, those that are missing being 0.
 */
record EngineVersion(int major, int minor, int patch) implements Comparable<EngineVersion> {

    /** Events over ZMQ (vLLM pull request 16750). */
    private static final EngineVersion VLLM = new EngineVersion(0, 9, 0);

    /** Before that a prefill engine's hand-over lacks fields that a decode engine cannot do without. */
    private static final EngineVersion VLLM_NIXL = new EngineVersion(0, 13, 0);

    /** Events over ZMQ (SGLang pull request 6098). */
    private static final EngineVersion SGLANG = new EngineVersion(0, 4, 7);

    /** Builds from source whose maker gave them no number are {@code 0.0.0} or {@code 0.1.dev7}. */
    private static final EngineVersion FIRST_NUMBERED = new EngineVersion(0, 2, 0);

    private static final int MOST_DIGITS = 6;

    private static final Comparator<EngineVersion> ORDER = Comparator.comparingInt(EngineVersion::major)
            .thenComparingInt(EngineVersion::minor)
            .thenComparingInt(EngineVersion::patch);

    /** The numbers that a text begins with; null when it begins with none or belongs to a build without a number. */
    static @Nullable EngineVersion read(String text) {
        int[] parts = new int[3];
        int at = text.startsWith("v") ? 1 : 0;
        for (int part = 0; part < parts.length; part++) {
            int end = at;
            while (end < text.length() && Character.digit(text.charAt(end), 10) >= 0 && end - at < MOST_DIGITS) {
                end++;
            }
            if (end == at) {
                break;
            }
            parts[part] = Integer.parseInt(text, at, end, 10);
            if (end == text.length() || text.charAt(end) != '.') {
                break;
            }
            at = end + 1;
        }
        EngineVersion version = new EngineVersion(parts[0], parts[1], parts[2]);
        return version.isBefore(FIRST_NUMBERED) ? null : version;
    }

    /** The oldest release that serves. */
    static EngineVersion oldest(Engine engine, Protocol protocol) {
        return switch (engine) {
            case SGLANG -> SGLANG;
            case VLLM -> protocol == Protocol.VLLM_NIXL ? VLLM_NIXL : VLLM;
        };
    }

    boolean isBefore(EngineVersion other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(EngineVersion other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return major + "." + minor + "." + patch;
    }
}
