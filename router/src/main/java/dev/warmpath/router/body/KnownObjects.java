package dev.warmpath.router.body;

import org.jspecify.annotations.Nullable;

/**
 * Objects in lists of earlier bodies, that were checked and are kept by someone: where the very bytes come again, they
 * need not be checked again. Asked on event loops, by any number of threads.
 */
public interface KnownObjects {

    /** A shorter object is checked sooner than it is found. */
    int LEAST_BYTES = 320;

    /** Nothing is known. */
    KnownObjects NONE = new KnownObjects() {

        @Override
        public @Nullable Known following(Known before, byte[] in, int start, int end) {
            return null;
        }

        @Override
        public @Nullable Known find(byte[] in, int start, int end) {
            return null;
        }
    };

    /** The text of an object that was checked. */
    interface Known {

        /** Its bytes, from brace to brace. */
        int length();

        /** What it took of a body's budget of values: {@link JsonObjects#cost}. */
        long cost();
    }

    /**
     * The object that came behind this one before, if its bytes are those that begin at {@code start}, all of them; else
     * null, which only costs time.
     *
     * @param end of what may be looked at
     */
    @Nullable
    Known following(Known before, byte[] in, int start, int end);

    /** An object with exactly these bytes, which are one and were checked; or null. */
    @Nullable
    Known find(byte[] in, int start, int end);
}
