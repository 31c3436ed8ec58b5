package dev.warmpath.it.sim.load;

import dev.warmpath.it.sim.schedule.Rank;
import dev.warmpath.it.sim.schedule.RankStats;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
import org.zeromq.ZMQ;

/** One rank's load: {@code ["load", sequence as 8 bytes big-endian, msgpack]}. Belongs to the publishing thread. */
final class RankLoads {

    private static final long HEARTBEAT_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final byte[] TOPIC = "load".getBytes(StandardCharsets.US_ASCII);

    private final Rank rank;
    private final int blockSize;
    private final ZMQ.Socket socket;
    private CompletableFuture<RankStats> asked;
    private byte[] last = {};
    private long lastNanos;
    private long sequence;
    private int listeners;

    RankLoads(Rank rank, int blockSize, ZMQ.Socket socket) {
        this.rank = rank;
        this.blockSize = blockSize;
        this.socket = socket;
        this.asked = rank.stats();
    }

    /** Publishes what has changed, and now and then what has not. Never waits for the rank. */
    void look() {
        if (!asked.isDone() || asked.isCompletedExceptionally()) {
            return;
        }
        byte[] load = encode(asked.join());
        asked = rank.stats();
        long now = System.nanoTime();
        if (sequence == 0 || now - lastNanos >= HEARTBEAT_NANOS || !Arrays.equals(load, last)) {
            last = load;
            lastNanos = now;
            send(List.of(
                    TOPIC, ByteBuffer.allocate(Long.BYTES).putLong(sequence++).array(), load));
        }
    }

    /** Subscriptions as they are now. */
    int listeners() {
        for (byte[] word = socket.recv(ZMQ.DONTWAIT); word != null; word = socket.recv(ZMQ.DONTWAIT)) {
            listeners += word[0] == 1 ? 1 : -1;
        }
        return listeners;
    }

    void send(List<byte[]> frames) {
        int end = frames.size() - 1;
        frames.subList(0, end).forEach(socket::sendMore);
        socket.send(frames.get(end));
    }

    private byte[] encode(RankStats stats) {
        int outside = Math.max(0, rank.legs() - stats.running() - stats.waiting());
        try (MessageBufferPacker packer = MessagePack.newDefaultBufferPacker()) {
            packer.packArrayHeader(6)
                    .packString("LoadStat")
                    .packInt(stats.running())
                    .packInt(stats.waiting() + outside)
                    .packInt(stats.usedBlocks() * blockSize)
                    .packInt(stats.capacityBlocks() * blockSize)
                    .packInt(rank.number());
            return packer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("packing into memory", e);
        }
    }
}
