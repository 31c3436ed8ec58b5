package dev.warmpath.router.cluster.wire;

import java.util.Comparator;

/**
 * One thing that operators change, as it was last changed. Of two of one name the greater holds: the later one, and of
 * two at one moment the one that all routers agree on to be greater.
 *
 * @param name for example {@code weights}
 * @param version when, by a hybrid clock: milliseconds since 1970 times 65536, and a count
 * @param origin name of the router where it was changed
 * @param value JSON
 */
public record Register(String name, long version, String origin, String value) implements Comparable<Register> {

    private static final Comparator<Register> ORDER = Comparator.comparing(Register::name)
            .thenComparingLong(Register::version)
            .thenComparing(Register::origin)
            .thenComparing(Register::value);

    @Override
    public int compareTo(Register other) {
        return ORDER.compare(this, other);
    }

    /** The value may hold digests of keys. */
    @Override
    public String toString() {
        return "Register[name=" + name + ", version=" + version + ", origin=" + origin + "]";
    }
}
