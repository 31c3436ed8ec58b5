package dev.warmpath.router.prompt.tokens;

import ai.djl.huggingface.tokenizers.jni.LibUtils;
import ai.djl.huggingface.tokenizers.jni.TokenizersLibrary;
import java.io.IOException;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * One tokenizer in the native Hugging Face library, without the Java class that DJL puts around it: that class applies
 * its own reading of {@code tokenizer_config.json} (prefix space, lower case, accents, a length of 512), fetches every
 * token's text where we need the ids only, and asks the network whether it runs in a cloud.
 *
 * <p>Any number of threads may encode at the same time; closing waits for them.
 */
final class NativeTokenizer implements AutoCloseable {

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final long handle;
    private boolean closed;

    private NativeTokenizer(long handle) {
        this.handle = handle;
    }

    /**
     * Makes a tokenizer.
     *
     * @param json the text of a {@code tokenizer.json}
     * @throws IOException the native library cannot be loaded on this machine, or does not take the text
     */
    static NativeTokenizer load(String json) throws IOException {
        try {
            LibUtils.checkStatus();
            long handle = TokenizersLibrary.LIB.createTokenizerFromString(json);
            TokenizersLibrary.LIB.disableTruncation(handle);
            TokenizersLibrary.LIB.disablePadding(handle);
            return new NativeTokenizer(handle);
        } catch (LinkageError e) {
            throw new IOException(
                    "the native tokenizer library does not load here (it needs glibc 2.34 and libstdc++): " + e, e);
        } catch (RuntimeException e) {
            throw new IOException("the tokenizer library refused it: " + e.getMessage(), e);
        }
    }

    /**
     * Token ids of a text without lone surrogates, which the library cannot be given.
     *
     * @param addSpecialTokens whether the post-processor adds what it adds, such as a token for the beginning
     * @throws IllegalStateException after {@link #close}, or when the library gives up on the text
     */
    int[] encode(String text, boolean addSpecialTokens) {
        lock.readLock().lock();
        try {
            if (closed) {
                throw new IllegalStateException("the tokenizer is closed");
            }
            long encoding = TokenizersLibrary.LIB.encode(handle, text, addSpecialTokens);
            try {
                return toInts(TokenizersLibrary.LIB.getTokenIds(encoding));
            } finally {
                TokenizersLibrary.LIB.deleteEncoding(encoding);
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    private static int[] toInts(long[] ids) {
        int[] tokens = new int[ids.length];
        for (int i = 0; i < ids.length; i++) {
            tokens[i] = (int) ids[i];
        }
        return tokens;
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            if (!closed) {
                closed = true;
                TokenizersLibrary.LIB.deleteTokenizer(handle);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }
}
