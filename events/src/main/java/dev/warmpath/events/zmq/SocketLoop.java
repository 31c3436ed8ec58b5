package dev.warmpath.events.zmq;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.zeromq.ZMQ;

/**
 * One thread that owns ZMQ sockets: it reads those that have messages, runs commands from other threads, and keeps
 * timers. Sockets, and everything registered here, are touched by this thread only.
 *
 * <p>It selects on the sockets' signal channels itself instead of using {@code ZMQ.Poller}, which rebuilds its whole set
 * on every call: with hundreds of mostly quiet ranks a wake-up costs what is ready, not what is registered. The channel
 * says "there are commands", not "there are messages", so a socket is read until it has none, and a socket that may have
 * more (it used up its turn, or was just sent on) stays in the ready queue. Each turn of a socket is bounded by its
 * reader, so that one with a burst takes turns with the others.
 *
 * <p>Nothing that a reader, command or timer throws ends the thread: it is logged, and the next one runs.
 */
public final class SocketLoop implements Executor, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(SocketLoop.class);

    private static final Duration AFTER_FAULT = Duration.ofMillis(100);

    /** Reads from one socket. */
    @FunctionalInterface
    public interface Reader {
        /** Reads what is there, within bounds; true if there may be more. */
        boolean read();
    }

    /** A socket in the loop. */
    public final class Registration {
        private final SelectionKey key;
        private final Reader reader;
        private boolean queued;
        private boolean open = true;

        private Registration(SelectionKey key, Reader reader) {
            this.key = key;
            this.reader = reader;
        }

        /** Has the socket read soon, signal or not. */
        void wake() {
            if (open && !queued) {
                queued = true;
                ready.add(this);
            }
        }

        /** Takes the socket out of the loop; to be called before the socket is closed. */
        void cancel() {
            open = false;
            key.cancel();
        }
    }

    /** A task that will run once, unless cancelled. */
    public static final class Timer implements Comparable<Timer> {
        private final long dueNanos;
        private Runnable task;

        private Timer(long dueNanos, Runnable task) {
            this.dueNanos = dueNanos;
            this.task = task;
        }

        /** Harmless when it has run. Called on the loop's thread. */
        public void cancel() {
            task = () -> {};
        }

        @Override
        public int compareTo(Timer other) {
            return Long.compare(dueNanos - other.dueNanos, 0);
        }
    }

    private final Selector selector;
    private final Thread thread;
    private final ConcurrentLinkedQueue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final ArrayDeque<Registration> ready = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers = new PriorityQueue<>();
    private volatile boolean stopping;

    public SocketLoop(String threadName) {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException("no selector for " + threadName, e);
        }
        thread = new Thread(this::run, threadName);
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    /** Runs a command on the loop's thread; from any thread. One that comes after {@link #close} is dropped. */
    @Override
    public void execute(Runnable command) {
        commands.add(command);
        if (Thread.currentThread() != thread) {
            selector.wakeup();
        }
    }

    /** Runs a task after a while; on the loop's thread. */
    public Timer schedule(Duration delay, Runnable task) {
        Timer timer = new Timer(System.nanoTime() + delay.toNanos(), task);
        timers.add(timer);
        return timer;
    }

    /** Has a socket read whenever it may have messages; on the loop's thread. */
    Registration register(ZMQ.Socket socket, Reader reader) {
        try {
            SelectionKey key = socket.getFD().register(selector, SelectionKey.OP_READ);
            Registration registration = new Registration(key, reader);
            key.attach(registration);
            registration.wake();
            return registration;
        } catch (ClosedChannelException e) {
            throw new UncheckedIOException("the socket is closed", e);
        }
    }

    /** Ends the thread and waits for it; commands already given are run first. From any other thread. */
    @Override
    public void close() {
        execute(() -> stopping = true);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!stopping) {
            guarded(this::select);
            for (int n = commands.size(); n > 0; n--) {
                guarded(commands.remove());
            }
            runTimers();
            for (int n = ready.size(); n > 0; n--) {
                readOne(ready.remove());
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            log.atWarn().setCause(e).log("selector not closed");
        }
    }

    private void select() {
        try {
            long wait = commands.isEmpty() && ready.isEmpty() ? millisToNextTimer() : 0;
            if (wait == 0) {
                selector.selectNow(this::signalled);
            } else {
                selector.select(this::signalled, wait);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void signalled(SelectionKey key) {
        ((Registration) key.attachment()).wake();
    }

    /** At least one, so that a timer due in less than a millisecond does not make the loop spin. */
    private long millisToNextTimer() {
        Timer next = timers.peek();
        if (next == null) {
            return Long.MAX_VALUE;
        }
        long nanos = next.dueNanos - System.nanoTime();
        return nanos <= 0 ? 0 : nanos / 1_000_000 + 1;
    }

    private void runTimers() {
        long now = System.nanoTime();
        Timer next = timers.peek();
        while (next != null && next.dueNanos - now <= 0) {
            timers.remove();
            guarded(next.task);
            next = timers.peek();
        }
    }

    private void readOne(Registration registration) {
        registration.queued = false;
        boolean more = false;
        try {
            more = registration.open && registration.reader.read();
        } catch (Throwable e) {
            logged(e);
            // What it left unread gives no further signal; a fault that repeats must not become a busy loop.
            schedule(AFTER_FAULT, registration::wake);
        }
        if (more) {
            registration.wake();
        }
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            logged(e);
        }
    }

    private static void logged(Throwable fault) {
        log.atError().setCause(fault).log("an event stream's thread caught a fault and goes on");
    }
}
