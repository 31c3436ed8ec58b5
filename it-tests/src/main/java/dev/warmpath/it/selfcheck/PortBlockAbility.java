package dev.warmpath.it.selfcheck;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.IntSupplier;

/** Finds port blocks again and again: a choice that is not random gives engines that start together the same ports. */
final class PortBlockAbility implements Ability {

    private static final int BLOCKS = 10;

    private final IntSupplier allocate;

    /** @param allocate finds a block and returns its first port */
    PortBlockAbility(IntSupplier allocate) {
        this.allocate = allocate;
    }

    @Override
    public String show() {
        Set<Integer> bases = new LinkedHashSet<>();
        for (int i = 0; i < BLOCKS; i++) {
            bases.add(allocate.getAsInt());
        }
        if (bases.size() == 1) {
            throw new IllegalStateException(BLOCKS + " blocks in a row all begin at port "
                    + bases.iterator().next());
        }
        return BLOCKS + " blocks with " + bases.size() + " different bases";
    }
}
