package dev.warmpath.router.cli;

import java.util.concurrent.CountDownLatch;

/** Keeps a command running until the process is asked to end. */
public final class Termination {

    private Termination() {}

    /**
     * Returns after SIGTERM or SIGINT, when {@code stop} has run. The virtual machine waits for that before it exits.
     *
     * @param stop ends what the command started
     */
    public static void await(Runnable stop) throws InterruptedException {
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
