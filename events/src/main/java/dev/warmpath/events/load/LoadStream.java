package dev.warmpath.events.load;

import dev.warmpath.config.settings.EventSettings;
import dev.warmpath.events.msgpack.MsgpackReader;
import dev.warmpath.events.msgpack.WireText;
import dev.warmpath.events.zmq.EndpointResolver;
import dev.warmpath.events.zmq.PublisherLink;
import dev.warmpath.events.zmq.SocketLoop;
import dev.warmpath.events.zmq.Sockets;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * Listens to the load of one rank. A load is what it is at the moment: what is lost, comes twice or out of order is made
 * good by the next word, so there are no sequence rules here and no replay. Who does not hear anything for a while looks
 * elsewhere.
 */
public final class LoadStream {

    private final SocketLoop loop;
    private final PublisherLink link;
    private final Consumer<LoadStat> sink;
    private final MsgpackReader reader = new MsgpackReader();
    private final WireText text = new WireText();
    private final LongAdder unreadable = new LongAdder();

    /** Opens nothing yet. */
    LoadStream(
            SocketLoop loop,
            Sockets sockets,
            EndpointResolver resolver,
            EventSettings settings,
            String endpoint,
            String topic,
            Consumer<LoadStat> sink) {
        this.loop = loop;
        this.sink = sink;
        this.link = new PublisherLink(loop, sockets, resolver, settings, false, endpoint, topic, new Listener());
    }

    void open() {
        loop.execute(link::open);
    }

    /** Closes the socket when the loop comes to it. */
    void close() {
        loop.execute(link::close);
    }

    /** Messages so far that were no load; from any thread. */
    public long unreadable() {
        return unreadable.sum();
    }

    private final class Listener implements PublisherLink.Listener {

        @Override
        public void message(long sequence, byte[] payload) {
            LoadStat stat = LoadStat.read(reader, text, payload);
            if (stat == null) {
                unreadable.increment();
            } else {
                sink.accept(stat);
            }
        }

        @Override
        public void malformed() {
            unreadable.increment();
        }

        // Whether anything is heard is all that matters to whoever listens.

        @Override
        public void opened() {}

        @Override
        public void connected() {}

        @Override
        public void disconnected() {}

        @Override
        public void unanswered(Duration after) {}

        @Override
        public void refused(String why) {}

        @Override
        public void moved(String address) {}

        @Override
        public void otherTopic(String topic) {}
    }
}
