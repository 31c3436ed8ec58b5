package dev.warmpath.it.sim.pd.meet;

import org.jspecify.annotations.Nullable;

/** The name that a rank goes by in vLLM's transfers: {@code <engine>_dp<rank>}. */
public final class TransferName {

    private static final String MARK = "_dp";

    private TransferName() {}

    public static String of(String engine, int rank) {
        return engine + MARK + rank;
    }

    /** The rank of a name; null if it is none. */
    public static @Nullable Integer rank(@Nullable String name) {
        int mark = name == null ? -1 : name.lastIndexOf(MARK);
        if (name == null || mark < 0) {
            return null;
        }
        try {
            return Integer.valueOf(name.substring(mark + MARK.length()));
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
