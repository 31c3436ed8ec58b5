package dev.warmpath.router.prompt.tokens;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NativeMemoryTest {

    private static final TextWanted WANTED = () -> false;
    private static final int CHARS = 100_000;
    private static final String TEXT = "x".repeat(CHARS);
    private static final long NEEDED = (long) CHARS * NativeMemory.BYTES_PER_BYTE;

    private static CompletableFuture<Integer> taking(NativeMemory memory, String text, TextWanted wanted) {
        CompletableFuture<Integer> taken = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                taken.complete(memory.take(text, wanted));
            } catch (TextTooLarge | RuntimeException e) {
                taken.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return taken;
    }

    @Test
    void aTextWaitsUntilThoseBeforeItHaveLeftRoom() throws Exception {
        NativeMemory memory = NativeMemory.of(NEEDED * 3 / 2);
        int first = memory.take(TEXT, WANTED);
        CompletableFuture<Integer> second = taking(memory, TEXT, WANTED);
        await().until(() -> memory.waits() == 1);
        assertThat(second).isNotDone();
        assertThat(memory.held()).isEqualTo(NEEDED);

        memory.give(first);

        assertThat(second.get()).isEqualTo(first);
        memory.give(first);
        assertThat(memory.held()).isZero();
        assertThat(memory.waits()).isEqualTo(1);
    }

    @Test
    void whoIsNotWantedAnyMoreWaitsNoLonger() throws Exception {
        NativeMemory memory = NativeMemory.of(NEEDED);
        int first = memory.take(TEXT, WANTED);
        AtomicBoolean left = new AtomicBoolean();
        CompletableFuture<Integer> second = taking(memory, TEXT, left::get);
        await().until(() -> memory.waits() == 1);

        left.set(true);

        assertThatThrownBy(second::get).isInstanceOf(CancellationException.class);
        memory.give(first);
        assertThat(memory.held()).isZero();
    }

    @Test
    void whatNeverFitsIsRefusedAtOnce() throws Exception {
        NativeMemory memory = NativeMemory.of(NEEDED - 1024);
        assertThatThrownBy(() -> memory.take(TEXT, WANTED))
                .isInstanceOf(TextTooLarge.class)
                .hasMessageContaining("prompt.native_memory is " + (NEEDED - 1024));
        assertThat(memory.held()).isZero();
    }

    /** Event loops tokenize such texts themselves, and must not wait. */
    @Test
    void aSmallTextNeverWaits() throws Exception {
        NativeMemory memory = NativeMemory.of(NEEDED);
        int all = memory.take(TEXT, WANTED);

        assertThat(memory.take("x".repeat(NativeMemory.UNWEIGHED_CHARS), WANTED))
                .isZero();
        memory.give(all);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "\u00e9t\u00e9", "\u4e16\u754c", "\ud83d\ude00", "", "a\u0080\u07ff\u0800\uffff"})
    void aTextWeighsWhatItIsInUtf8(String text) {
        assertThat(NativeMemory.utf8Bytes(text)).isEqualTo(text.getBytes(StandardCharsets.UTF_8).length);
    }

    /** Megabytes: of heap, of the container, and for texts. */
    @ParameterizedTest
    @CsvSource({"154,384,46", "1536,4096,512", "100,120,16", "900,800,16"})
    void textsGetAFifthOfWhatThereIsBesideTheHeap(long heap, long container, long texts) {
        assertThat(NativeMemory.beside(heap << 20, container << 20) >> 20).isEqualTo(texts);
    }
}
