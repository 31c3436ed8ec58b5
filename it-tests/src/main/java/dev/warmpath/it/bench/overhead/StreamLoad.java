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
 * Clients with one stream each, on the caller's thread. Tells how long streams take to begin, and how old events are when
 * they arrive: they carry the time at which they were sent, by the same clock.
 */
final class StreamLoad implements AutoCloseable {

    private static final int RECEIVE_BYTES = 64 << 10;
    private static final Duration OPEN_LIMIT = Duration.ofSeconds(60);

    private final Selector selector;
    private final List<Client> clients = new ArrayList<>();
    private final ByteBuffer received = ByteBuffer.allocate(RECEIVE_BYTES);
    private final Prompts prompts;
    private final String answer;
    /** What is sent is copied out at once, so clients of one address can share it. */
    private final Map<Integer, Prompts.Requests> requests = new HashMap<>();

    private Latencies firsts = new Latencies();
    private Latencies ages = new Latencies();
    private int failed;
    private int open;
    private long number;

    /** What one stretch of the load was like: times to the first byte of an answer, and ages of events. */
    record Stretch(Latencies firsts, Latencies ages, int failed) {}

    private final class Client implements MessageReader.Body {
        private final Connection connection;
        private final Prompts.Requests own;
        private boolean begun;
        private long sentNanos;
        private int matched;
        private long stamp;

        Client(InetSocketAddress address) throws IOException {
            this.connection = Connection.open(address, selector, this);
            this.own = requests.computeIfAbsent(address.getPort(), port -> prompts.requests(port, answer));
            connection.key().attach(this);
        }

        void send() throws IOException {
            begun = false;
            sentNanos = System.nanoTime();
            connection.send(own.next(++number));
        }

        @Override
        public void piece(byte[] bytes, int from, int to) {
            long now = System.nanoTime();
            if (!begun) {
                begun = true;
                open++;
                firsts.add(now - sentNanos);
            }
            for (int i = from; i < to; i++) {
                if (matched < LightEngine.STAMP.length()) {
                    matched = bytes[i] == LightEngine.STAMP.charAt(matched) ? matched + 1 : 0;
                    stamp = 0;
                } else if (bytes[i] >= '0' && bytes[i] <= '9') {
                    stamp = 10 * stamp + bytes[i] - '0';
                } else {
                    matched = 0;
                    ages.add(now - stamp);
                }
            }
        }
    }

    /** @param answer how the streams are to go on, a value of {@link LightEngine#ANSWER} */
    StreamLoad(Prompts prompts, String answer) {
        this.prompts = prompts;
        this.answer = answer;
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector", e);
        }
    }

    /** Opens more streams, a few at a time, and returns when all of them have begun. */
    void open(Subject subject, int more, int atOnce) {
        long end = System.nanoTime() + OPEN_LIMIT.toNanos();
        int wanted = clients.size() + more;
        open = clients.size();
        try {
            while (open < wanted) {
                while (clients.size() < Math.min(wanted, open + atOnce)) {
                    Client client = new Client(subject.addresses(clients.size()).get(0));
                    clients.add(client);
                    client.send();
                }
                selector.select(this::ready, 100);
                if (System.nanoTime() > end || failed > 0) {
                    throw new IllegalStateException(
                            open + " of " + wanted + " streams could be opened, " + failed + " were refused");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the streams cannot be opened", e);
        }
    }

    /** Goes on for a while: streams that end begin again. */
    Stretch run(Duration time) {
        firsts = new Latencies();
        ages = new Latencies();
        failed = 0;
        long end = System.nanoTime() + time.toNanos();
        try {
            for (long now = System.nanoTime(); now < end; now = System.nanoTime()) {
                selector.select(this::ready, 1 + (end - now) / 1_000_000);
            }
            return new Stretch(firsts, ages, failed);
        } catch (IOException e) {
            throw new UncheckedIOException("the streams broke off", e);
        }
    }

    private void ready(SelectionKey key) {
        Client client = (Client) key.attachment();
        try {
            if (key.isWritable()) {
                client.connection.sendRest();
            }
            if (!key.isReadable()) {
                return;
            }
            if (!client.connection.receive(received)) {
                throw new IOException("a connection was closed on the client");
            }
            MessageReader reader = client.connection.reader();
            if (reader.complete()) {
                failed += reader.status() == 200 ? 0 : 1;
                reader.reset();
                client.send();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        clients.forEach(client -> client.connection.close());
        try {
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException("closing the streams", e);
        }
    }
}
