package dev.warmpath.events.load;

import dev.warmpath.events.msgpack.Kind;
import dev.warmpath.events.msgpack.MalformedMsgpackException;
import dev.warmpath.events.msgpack.MsgpackReader;
import dev.warmpath.events.msgpack.WireText;
import org.jspecify.annotations.Nullable;

/**
 * What an SGLang scheduler publishes of its load: the array {@code ["LoadStat", num_running_reqs, num_waiting_reqs,
 * num_tokens, max_total_num_tokens, attn_dp_rank]}. The rank is informational, for the socket says whose load it is; what
 * comes after it is for later releases. Source: SGLang's {@code load_publisher.py}.
 *
 * @param running requests in the batch
 * @param waiting requests that are held and not in the batch
 * @param tokens KV tokens in use
 * @param maxTokens KV tokens there is room for; 0 when that is not known
 */
public record LoadStat(long running, long waiting, long tokens, long maxTokens) {

    /** More requests or tokens no engine has, however it tells them; and sums of so many stay exact. */
    public static final long MOST = 1_000_000_000_000L;

    private static final String TAG = "LoadStat";
    private static final int FIELDS = 6;

    /** Reads one; null when the payload is something else, or a count is none. */
    static @Nullable LoadStat read(MsgpackReader in, WireText text, byte[] payload) {
        in.wrap(payload);
        try {
            if (in.kind() != Kind.ARRAY || in.readArrayHeader() < FIELDS || !TAG.equals(text.read(in))) {
                return null;
            }
            long running = count(in);
            long waiting = count(in);
            long tokens = count(in);
            long maxTokens = count(in);
            // The rank, and what a payload that was cut would lack.
            in.skip();
            boolean counts = running >= 0 && waiting >= 0 && tokens >= 0 && maxTokens >= 0;
            return counts ? new LoadStat(running, waiting, tokens, maxTokens) : null;
        } catch (MalformedMsgpackException malformed) {
            return null;
        } finally {
            in.unwrap();
        }
    }

    /** The next value, or -1 when it is no count. */
    private static long count(MsgpackReader in) throws MalformedMsgpackException {
        if (in.kind() != Kind.INT) {
            in.skip();
            return -1;
        }
        long count = in.readLong();
        return count > MOST ? -1 : count;
    }
}
