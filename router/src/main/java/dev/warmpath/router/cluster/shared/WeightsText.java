package dev.warmpath.router.cluster.shared;

import dev.warmpath.scorer.choice.OverlapWeights;
import org.jspecify.annotations.Nullable;

/** Overlap weights in a register: prefill, decode, mixed; {@code null} for a mixed weight that is not set. */
final class WeightsText {

    private WeightsText() {}

    static String write(OverlapWeights weights) {
        return "[" + weights.prefill() + "," + weights.decode() + "," + weights.mixed() + "]";
    }

    /**
     * @param own of this router; a mixed weight that it needs is not taken from it
     * @throws IllegalArgumentException if there are no such weights
     */
    static OverlapWeights read(String text, OverlapWeights own) {
        String[] parts = text.substring(text.startsWith("[") ? 1 : 0, Math.max(1, text.length() - 1))
                .split(",", -1);
        if (parts.length != 3 || !text.endsWith("]")) {
            throw new IllegalArgumentException("not three weights");
        }
        Double mixed = parts[2].equals("null") ? null : Double.valueOf(parts[2]);
        return new OverlapWeights(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]), kept(mixed, own.mixed()));
    }

    private static @Nullable Double kept(@Nullable Double told, @Nullable Double own) {
        return told == null ? own : told;
    }
}
