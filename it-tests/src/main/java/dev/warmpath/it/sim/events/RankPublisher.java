package dev.warmpath.it.sim.events;

import dev.warmpath.it.sim.cache.CacheChange;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZMQ;

/**
 * One rank's stream: numbers its batches, publishes them and answers replay requests. Belongs to the publishing thread.
 *
 * <p>Messages are {@code [topic, sequence as 8 bytes big-endian, payload]}. A replay request is
 * {@code [empty, first sequence]}; the answer is one message per batch, {@code [empty, sequence, payload]} or with the
 * topic before the sequence, and an end marker whose sequence is all ones.
 */
final class RankPublisher {

    private static final byte[] EMPTY = new byte[0];
    private static final byte[] END = sequenceBytes(-1);

    private final int rank;
    private final ZMQ.Socket publisher;
    private final ZMQ.@Nullable Socket replay;
    private final EventOptions options;
    private final BatchEncoder encoder;
    private final EventFaults faults;
    private final byte[] topic;
    private final ReplayRing ring;
    private @Nullable SequencedBatch held;
    private boolean closed;

    /** Read by any thread. */
    private volatile long next;

    RankPublisher(
            int rank,
            ZMQ.Socket publisher,
            ZMQ.@Nullable Socket replay,
            EventOptions options,
            BatchEncoder encoder,
            EventFaults faults) {
        this.rank = rank;
        this.publisher = publisher;
        this.replay = replay;
        this.options = options;
        this.encoder = encoder;
        this.faults = faults;
        this.topic = options.topic().getBytes(StandardCharsets.UTF_8);
        this.ring = new ReplayRing(options.ringBatches());
        this.next = options.firstSequence();
    }

    ZMQ.@Nullable Socket replaySocket() {
        return replay;
    }

    /** Number of the last batch; one less than the first number when there was none. */
    long lastSequence() {
        return next - 1;
    }

    void publish(List<CacheChange> changes) {
        if (!faults.isOff()) {
            publish(encoder.encode(System.currentTimeMillis() / 1000.0 + faults.clockSeconds(), rank, changes));
        }
    }

    void publish(byte[] payload) {
        SequencedBatch batch = new SequencedBatch(next, payload);
        ring.add(batch);
        if (faults.takeSwap() && held == null) {
            held = batch;
        } else {
            if (!faults.takeLose()) {
                send(batch);
            }
            SequencedBatch late = held;
            held = null;
            if (late != null) {
                send(late);
            }
        }
        next = batch.sequence() + 1;
    }

    private void send(SequencedBatch batch) {
        byte[] payload = batch.payload();
        if (faults.takeGarble()) {
            payload = Arrays.copyOf(payload, payload.length / 2);
        }
        int copies = faults.takeDuplicate() ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            sendRaw(List.of(topic, sequenceBytes(batch.sequence()), payload));
        }
    }

    /** Publishes frames as they are, outside the numbering. */
    void sendRaw(List<byte[]> frames) {
        if (!closed) {
            sendAll(publisher, frames);
        }
    }

    /** From now on nobody hears of its batches; they are numbered all the same. */
    void close() {
        closed = true;
        publisher.close();
    }

    /** Answers one replay request that is waiting on {@code socket}. */
    void serve(ZMQ.Socket socket) {
        byte[] client = socket.recv();
        byte[] last = client;
        while (socket.hasReceiveMore()) {
            last = socket.recv();
        }
        if (client == null || last == null || last.length != Long.BYTES || faults.isReplaySilent()) {
            return;
        }
        long start = ByteBuffer.wrap(last).getLong();
        for (SequencedBatch batch : ring.batches()) {
            if (Long.compareUnsigned(batch.sequence(), start) >= 0 && !faults.isHole(batch.sequence())) {
                reply(socket, client, topic, sequenceBytes(batch.sequence()), batch.payload());
            }
        }
        reply(socket, client, EMPTY, END, EMPTY);
    }

    private void reply(ZMQ.Socket socket, byte[] client, byte[] replyTopic, byte[] sequence, byte[] payload) {
        sendAll(
                socket,
                options.topicInReplay()
                        ? List.of(client, EMPTY, replyTopic, sequence, payload)
                        : List.of(client, EMPTY, sequence, payload));
    }

    private static void sendAll(ZMQ.Socket socket, List<byte[]> frames) {
        int last = frames.size() - 1;
        for (int i = 0; i < last; i++) {
            socket.sendMore(frames.get(i));
        }
        socket.send(frames.get(last));
    }

    private static byte[] sequenceBytes(long sequence) {
        return ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
    }
}
