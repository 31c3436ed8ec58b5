package dev.warmpath.it.sim.cache;

import org.jspecify.annotations.Nullable;

/** Blocks that nobody uses, the next to be taken first. Linked through the blocks, so that any can leave at once. */
final class FreeList {

    private @Nullable PhysicalBlock head;
    private @Nullable PhysicalBlock tail;
    private int size;

    int size() {
        return size;
    }

    void add(PhysicalBlock block) {
        block.previous = tail;
        block.next = null;
        if (tail == null) {
            head = block;
        } else {
            tail.next = block;
        }
        tail = block;
        size++;
    }

    void remove(PhysicalBlock block) {
        PhysicalBlock before = block.previous;
        PhysicalBlock after = block.next;
        if (before == null) {
            head = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            tail = before;
        } else {
            after.previous = before;
        }
        block.previous = null;
        block.next = null;
        size--;
    }

    PhysicalBlock take() {
        PhysicalBlock block = head;
        if (block == null) {
            throw new IllegalStateException("no free block: the caller must look at size() first");
        }
        remove(block);
        return block;
    }
}
