package dev.warmpath.router.cli;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps a command running until the process is asked to end.
 *
 * <p>The JDK's own way, a shutdown hook, cannot do what a supervisor expects: the exit status is then always that of a
 * death by signal, and a second signal waits for the hook. So the signals are taken over. Their class is supported but
 * internal, hence the reflection: where it is missing, a hook does what a hook can.
 */
public final class Termination {

    private static final int SIGHUP = 1;
    private static final int SIGINT = 2;
    private static final int SIGTERM = 15;
    private static final int KILLED_BY = 128;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final AtomicBoolean stopping = new AtomicBoolean();
    private final boolean takenOver;

    private Termination() {
        takenOver = takeOver("TERM", SIGTERM) && takeOver("INT", SIGINT) && takeOver("HUP", SIGHUP);
    }

    /**
     * Takes SIGTERM, SIGINT and SIGHUP over from now on; one that comes before {@link #await} is not lost. A SIGHUP that
     * the process was told to ignore ({@code nohup}) stays ignored.
     */
    public static Termination takeOver() {
        return new Termination();
    }

    /**
     * Returns when {@code stop} has run after one of those signals. A second signal ends the process at once.
     *
     * @param stop ends what the command started
     */
    public void await(Runnable stop) throws InterruptedException {
        if (takenOver) {
            asked.await();
            stop.run();
        } else {
            awaitHook(stop);
        }
    }

    private boolean takeOver(String name, int number) {
        InvocationHandler onSignal = (proxy, method, arguments) -> {
            if (!method.getName().equals("handle")) {
                return method.getName().equals("equals") ? proxy == arguments[0] : System.identityHashCode(proxy);
            }
            if (!stopping.compareAndSet(false, true)) {
                Runtime.getRuntime().halt(KILLED_BY + number);
            }
            asked.countDown();
            return null;
        };
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> handler = Class.forName("sun.misc.SignalHandler");
            Object taken =
                    Proxy.newProxyInstance(Termination.class.getClassLoader(), new Class<?>[] {handler}, onSignal);
            signal.getMethod("handle", signal, handler)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), taken);
            return true;
        } catch (ReflectiveOperationException | RuntimeException unsupported) {
            return false;
        }
    }

    private static void awaitHook(Runnable stop) throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            try {
                                stop.run();
                            } finally {
                                stopped.countDown();
                            }
                        },
                        "warmpath-stop"));
        stopped.await();
    }
}
