package dev.warmpath.scorer.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.warmpath.events.kv.CacheNamespace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HashedPromptTest {

    private static final int[] TOKENS = IntStream.rangeClosed(1, 64).toArray();

    private static HashedPrompt plain(int length) {
        return HashedPrompt.of(TOKENS, length, length, CacheNamespace.PLAIN);
    }

    /** Scenario 33. */
    @Test
    void onlyFullBlocksAreHashed() {
        assertThat(plain(3).chain(4)).isEmpty();
        assertThat(plain(4).chain(4)).hasSize(1);
        assertThat(plain(5).chain(4)).hasSize(1);
        assertThat(plain(63).chain(4)).hasSize(15);
        assertThat(plain(64).chain(4)).hasSize(16);
        assertThat(plain(64).chain(1)).hasSize(64);
    }

    @Test
    void chainIsTheBlocksHashedOneAfterTheOther() {
        long first = BlockHash.next(0, TOKENS, 0, 16);
        long second = BlockHash.next(first, TOKENS, 16, 16);
        assertThat(plain(40).chain(16)).containsExactly(first, second);
    }

    @Test
    void chainStartsAtTheRootOfItsNamespace() {
        CacheNamespace tenant = new CacheNamespace("ad1", "tenantA");
        assertThat(HashedPrompt.of(TOKENS, 16, 16, tenant).chain(16))
                .containsExactly(BlockHash.next(BlockHash.root(tenant), TOKENS, 0, 16));
    }

    @Test
    void blocksBehindTheMatchableTokensCountButAreNotHashed() {
        HashedPrompt prompt = HashedPrompt.of(TOKENS, 64, 35, CacheNamespace.PLAIN);
        assertThat(prompt.chain(16)).containsExactly(Arrays.copyOf(plain(64).chain(16), 2));
        assertThat(prompt.blocks(16)).isEqualTo(4);
        assertThat(prompt.tokens()).isEqualTo(64);
    }

    @Test
    void tokensBehindTheLengthDoNotCount() {
        HashedPrompt prompt = plain(20);
        assertThat(prompt.tokens()).isEqualTo(20);
        assertThat(prompt.blocks(16)).isEqualTo(1);
        assertThat(prompt.chain(16)).hasSize(1);
    }

    @Test
    void unknownBlockSizeHasNoBlocks() {
        assertThat(plain(64).chain(0)).isEmpty();
        assertThat(plain(64).blocks(0)).isZero();
        assertThat(plain(64).chain(-1)).isEmpty();
    }

    @Test
    void unhashedPromptSaysWhyAndHasNoBlocks() {
        HashedPrompt prompt = HashedPrompt.unhashed(UnhashedReason.NO_TOKENIZER);
        assertThat(prompt.unhashedReason()).isEqualTo(UnhashedReason.NO_TOKENIZER);
        assertThat(prompt.tokens()).isZero();
        assertThat(prompt.chain(16)).isEmpty();
        assertThat(plain(64).unhashedReason()).isNull();
    }

    @Test
    void impossibleLengthsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> HashedPrompt.of(TOKENS, 65, 0, CacheNamespace.PLAIN));
        assertThatIllegalArgumentException().isThrownBy(() -> HashedPrompt.of(TOKENS, 3, 4, CacheNamespace.PLAIN));
        assertThatIllegalArgumentException().isThrownBy(() -> HashedPrompt.of(TOKENS, 3, -1, CacheNamespace.PLAIN));
    }

    @Test
    void threadsThatAskAtOnceGetTheSameArray() throws Exception {
        HashedPrompt prompt = plain(64);
        int threads = 8;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CountDownLatch start = new CountDownLatch(1);
            List<Future<long[]>> answers = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Callable<long[]> ask = () -> {
                    start.await();
                    return prompt.chain(4);
                };
                answers.add(pool.submit(ask));
            }
            start.countDown();
            for (Future<long[]> answer : answers) {
                assertThat(answer.get()).isSameAs(prompt.chain(4));
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
