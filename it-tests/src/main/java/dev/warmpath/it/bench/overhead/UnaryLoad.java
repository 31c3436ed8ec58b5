package dev.warmpath.it.bench.overhead;

import dev.warmpath.it.bench.measure.Latencies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A closed loop of clients on the caller's thread: each sends its next request when it has the whole answer to the last. A
 * client that stands for a router with two legs sends each request twice at once, and waits for both answers.
 */
final class UnaryLoad implements AutoCloseable {

    private static final int RECEIVE_BYTES = 64 << 10;

    private final Selector selector;
    private final List<Client> clients = new ArrayList<>();
    private final ByteBuffer received = ByteBuffer.allocate(RECEIVE_BYTES);
    private Latencies times = new Latencies();
    private long number;
    private int failed;

    /** What one stretch of the load was like. */
    record Stretch(Latencies times, int failed, long nanos) {}

    private final class Client {
        private final List<Connection> legs = new ArrayList<>();
        private final List<Prompts.Requests> requests = new ArrayList<>();
        private int open;
        private long sentNanos;

        void send() throws IOException {
            number++;
            open = legs.size();
            sentNanos = System.nanoTime();
            for (int i = 0; i < legs.size(); i++) {
                legs.get(i).send(requests.get(i).next(number));
            }
        }

        void answered(int status) throws IOException {
            failed += status == 200 ? 0 : 1;
            if (--open == 0) {
                times.add(System.nanoTime() - sentNanos);
                send();
            }
        }
    }

    /** A client's connection. */
    private record Lane(Client client, Connection connection) {}

    /**
     * Connects; nothing is sent yet.
     *
     * @param subject says where the requests of each client go
     */
    UnaryLoad(Prompts prompts, Subject subject, int concurrency) {
        try {
            selector = Selector.open();
            // What is sent is copied out at once, so clients of one address can share it.
            Map<Integer, Prompts.Requests> requests = new HashMap<>();
            for (int i = 0; i < concurrency; i++) {
                Client client = new Client();
                for (InetSocketAddress address : subject.addresses(i)) {
                    Connection connection = Connection.open(address, selector, null);
                    connection.key().attach(new Lane(client, connection));
                    client.legs.add(connection);
                    client.requests.add(
                            requests.computeIfAbsent(address.getPort(), port -> prompts.requests(port, null)));
                }
                clients.add(client);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the load cannot connect", e);
        }
    }

    /** Runs for a while. The first call begins; later ones go on where the last has stopped. */
    Stretch run(Duration time) {
        times = new Latencies();
        failed = 0;
        long start = System.nanoTime();
        long end = start + time.toNanos();
        try {
            if (number == 0) {
                for (Client client : clients) {
                    client.send();
                }
            }
            long now = start;
            while (now < end) {
                selector.select(this::ready, 1 + (end - now) / 1_000_000);
                now = System.nanoTime();
            }
            return new Stretch(times, failed, now - start);
        } catch (IOException e) {
            throw new UncheckedIOException("the load broke off", e);
        }
    }

    private void ready(SelectionKey key) {
        Lane lane = (Lane) key.attachment();
        Connection connection = lane.connection();
        try {
            if (key.isWritable()) {
                connection.sendRest();
            }
            if (!key.isReadable()) {
                return;
            }
            if (!connection.receive(received)) {
                throw new IOException("a connection was closed on the client");
            }
            if (connection.reader().complete()) {
                int status = connection.reader().status();
                connection.reader().reset();
                lane.client().answered(status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        clients.forEach(client -> client.legs.forEach(Connection::close));
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing the load", e);
        }
    }
}
