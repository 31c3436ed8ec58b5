package dev.warmpath.it.bench.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AncestryTest {

    @Test
    void aTurnContinuesTheLastRequestThatHasTheEndOfItsLongestMatch() {
        Ancestry ancestry = of(new int[] {1, 2, 3}, new int[] {1, 2, 4}, new int[] {1, 2, 3, 5}, new int[] {9});

        assertThat(parents(ancestry, 4)).containsExactly(Ancestry.NONE, 0, 0, Ancestry.NONE);
        assertThat(ancestry.matched(1)).isEqualTo(2);
        assertThat(ancestry.matched(2)).isEqualTo(3);
    }

    @Test
    void aBlockThatMostPromptsBeginWithMakesNoRelation() {
        Ancestry ancestry = of(new int[] {0, 1}, new int[] {0, 2}, new int[] {0, 2, 3});

        assertThat(ancestry.universalFirstBlock()).isTrue();
        assertThat(parents(ancestry, 3)).containsExactly(Ancestry.NONE, Ancestry.NONE, 1);
        assertThat(ancestry.matched(1)).as("it is in the cache all the same").isEqualTo(1);
    }

    @Test
    void aHoleEndsAMatch() {
        Ancestry ancestry = of(new int[] {1, 2}, new int[] {3, 2});

        assertThat(ancestry.matched(1)).isZero();
        assertThat(ancestry.parent(1)).isEqualTo(Ancestry.NONE);
    }

    private static List<Integer> parents(Ancestry ancestry, int count) {
        List<Integer> parents = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            parents.add(ancestry.parent(i));
        }
        return parents;
    }

    private static Ancestry of(int[]... prompts) {
        List<TraceRequest> requests = new ArrayList<>();
        for (int[] blocks : prompts) {
            requests.add(new TraceRequest(0, blocks.length * TraceRequest.BLOCK_TOKENS, 1, blocks));
        }
        return Ancestry.of(new Trace("test", requests));
    }
}
