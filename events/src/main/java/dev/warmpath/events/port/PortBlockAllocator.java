package dev.warmpath.events.port;

import java.security.SecureRandom;
import java.util.Collection;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Finds blocks of consecutive free TCP ports, for engines that put rank {@code r} at {@code base + r}.
 *
 * <p>A block lies below the ephemeral range, where no {@code bind(0)} and no outgoing connection can take a port of it
 * between this answer and the engine's own bind, and outside the NodePort range ({@link NodePortGuard}). The base is
 * drawn at random, because two engines that start on one host at the same moment and scan from a fixed port would both
 * be told the same block: {@value #RANDOM_TRIES} different bases first, then every base from the top down, so that a
 * block is found if there is one. A single port has no neighbours to lose, so the kernel chooses it.
 *
 * <p>What is returned was free and is not held: the rules make a collision unlikely, binding makes it impossible.
 * Reasons and use: docs/port-blocks.md. Safe for use by several threads.
 */
public final class PortBlockAllocator {

    static final int RANDOM_TRIES = 64;
    static final int KERNEL_DRAWS = 16;

    /** Ports below are privileged. */
    static final int FIRST_PORT = 1024;

    private final int lowest;
    private final int highest;
    private final String window;
    private final boolean kernelDraws;
    private final @Nullable PortRange reserved;
    private final PortProbe probe;
    private final RandomGenerator random;

    private PortBlockAllocator(
            int lowest,
            int highest,
            String window,
            boolean kernelDraws,
            @Nullable PortRange reserved,
            PortProbe probe,
            RandomGenerator random) {
        this.lowest = lowest;
        this.highest = highest;
        this.window = window;
        this.kernelDraws = kernelDraws;
        this.reserved = reserved;
        this.probe = probe;
        this.random = random;
    }

    /** With this host's ephemeral range, NodePort guard and a real bind as probe. */
    public static PortBlockAllocator system() {
        return belowEphemeral(
                EphemeralRange.low(),
                NodePortGuard.of(System.getenv(NodePortGuard.VARIABLE)),
                new BindProbe(),
                new SecureRandom());
    }

    /**
     * Inside a range that the operator chose, single ports too. There is no NodePort guard here: who names the ports
     * has opened them on purpose.
     */
    public static PortBlockAllocator within(PortRange range) {
        return within(range, new BindProbe(), new SecureRandom());
    }

    static PortBlockAllocator belowEphemeral(
            int ephemeralLow, @Nullable PortRange reserved, PortProbe probe, RandomGenerator random) {
        return new PortBlockAllocator(
                FIRST_PORT,
                ephemeralLow - 1,
                "below the ephemeral range (ip_local_port_range starts at " + ephemeralLow + ")",
                true,
                reserved,
                probe,
                random);
    }

    static PortBlockAllocator within(PortRange range, PortProbe probe, RandomGenerator random) {
        return new PortBlockAllocator(range.low(), range.high(), "in " + range, false, null, probe, random);
    }

    /**
     * Returns the first of {@code count} consecutive ports that were all free at the same moment. A count below 1 is
     * taken as 1.
     *
     * @throws NoPortBlockException naming the cause
     */
    public int allocate(int count) {
        return allocate(count, List.of());
    }

    /**
     * The same, out of the way of blocks that were handed out before and may not be bound yet.
     *
     * @param held not touched by the block, whether or not they look free
     */
    public int allocate(int count, Collection<PortRange> held) {
        if (count <= 1) {
            return allocateOne(held);
        }
        return scan(count, held);
    }

    private int allocateOne(Collection<PortRange> held) {
        for (int draw = 0; kernelDraws && draw < KERNEL_DRAWS; draw++) {
            int port = probe.draw();
            if (port > 0 && !isReserved(port, 1, held)) {
                return port;
            }
        }
        return scan(1, held);
    }

    private int scan(int count, Collection<PortRange> held) {
        int lastBase = highest - count + 1;
        if (lastBase < lowest) {
            throw new NoPortBlockException("no room for " + article(count) + " " + count + "-port block " + window
                    + "; ask for fewer ports or widen that window");
        }
        int base = tryRandomBases(count, lastBase, held);
        for (int candidate = lastBase; base < 0 && candidate >= lowest; candidate--) {
            base = usable(candidate, count, held) ? candidate : -1;
        }
        if (base < 0) {
            throw new NoPortBlockException("no " + count + " consecutive free TCP ports " + window
                    + (reserved == null ? "" : " and outside the NodePort range " + reserved)
                    + ": each block of them has a port in use or reserved"
                    + (held.isEmpty() ? "" : ", or handed out already (" + held.size() + " blocks are)")
                    + "; free some, or ask for fewer");
        }
        return base;
    }

    /** The first steps of a Fisher-Yates shuffle: bases never repeat, and it ends whatever the generator returns. */
    private int tryRandomBases(int count, int lastBase, Collection<PortRange> held) {
        int[] bases = new int[lastBase - lowest + 1];
        for (int i = 0; i < bases.length; i++) {
            bases[i] = lowest + i;
        }
        for (int i = 0; i < Math.min(RANDOM_TRIES, bases.length); i++) {
            int pick = random.nextInt(i, bases.length);
            int base = bases[pick];
            bases[pick] = bases[i];
            bases[i] = base;
            if (usable(base, count, held)) {
                return base;
            }
        }
        return -1;
    }

    private boolean usable(int base, int count, Collection<PortRange> held) {
        return !isReserved(base, count, held) && probe.allFree(base, count);
    }

    private boolean isReserved(int base, int count, Collection<PortRange> held) {
        for (PortRange block : held) {
            if (block.touches(base, count)) {
                return true;
            }
        }
        return reserved != null && reserved.touches(base, count);
    }

    /** English reads 8, 11, 18 and 80 with a vowel in front. */
    private static String article(int count) {
        int spoken = count >= 1000 ? count / 1000 : count;
        boolean vowel = spoken == 11 || spoken == 18 || Integer.toString(spoken).startsWith("8");
        return vowel ? "an" : "a";
    }
}
