package dev.warmpath.it.bench.overhead;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** One non-blocking socket of a client or a worker, and the message that it is receiving. Belongs to its selector's thread. */
final class Connection {

    private final SocketChannel channel;
    private final SelectionKey key;
    private final MessageReader reader;
    /** What the socket did not take at once. */
    private @Nullable ByteBuffer unsent;

    private Connection(SocketChannel channel, Selector selector, MessageReader reader) throws IOException {
        this.channel = channel;
        this.reader = reader;
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.key = channel.register(selector, SelectionKey.OP_READ);
    }

    /** Connects and waits for it. */
    static Connection open(InetSocketAddress address, Selector selector, MessageReader.@Nullable Body body)
            throws IOException {
        return new Connection(SocketChannel.open(address), selector, new MessageReader(body));
    }

    static Connection accepted(SocketChannel channel, Selector selector) throws IOException {
        return new Connection(channel, selector, new MessageReader(null));
    }

    /** What is told of it by its selector. */
    SelectionKey key() {
        return key;
    }

    MessageReader reader() {
        return reader;
    }

    /**
     * Receives what is there, through a buffer that connections share.
     *
     * @return false when the peer has closed
     */
    boolean receive(ByteBuffer shared) throws IOException {
        int length;
        do {
            shared.clear();
            length = channel.read(shared);
            if (length > 0) {
                reader.take(shared.array(), shared.arrayOffset(), shared.arrayOffset() + length);
            }
        } while (length == shared.capacity());
        return length >= 0;
    }

    void send(ByteBuffer bytes) throws IOException {
        ByteBuffer before = unsent;
        if (before != null) {
            ByteBuffer both = ByteBuffer.allocate(before.remaining() + bytes.remaining());
            unsent = both.put(before).put(bytes).flip();
            return;
        }
        channel.write(bytes);
        if (bytes.hasRemaining()) {
            unsent = ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
            key.interestOps(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    /** The socket takes more. */
    void sendRest() throws IOException {
        ByteBuffer rest = unsent;
        if (rest != null) {
            channel.write(rest);
            if (rest.hasRemaining()) {
                return;
            }
        }
        unsent = null;
        key.interestOps(SelectionKey.OP_READ);
    }

    void close() {
        try {
            channel.close();
        } catch (IOException alreadyGone) {
            // Nothing is lost with it.
        }
    }
}
