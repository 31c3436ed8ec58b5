package dev.warmpath.it.bench.overhead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A router in a process of its own, which ends with the cell that it was started for. */
final class ChildRouter implements Subject {

    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
    private static final int ASK_MILLIS = 50;
    private static final int HTTP_OK = 200;

    private final Process process;
    private final int port;
    /** A benchmark that is ended by a signal leaves no router behind. */
    private final Thread endWithUs = new Thread(() -> processes().forEach(ProcessHandle::destroy), "end-router");

    private ChildRouter(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it, and returns when it answers 200.
     *
     * @param command that runs it
     * @param directory where its output goes
     * @param port on which it serves
     * @param path that is asked for until it is ready
     */
    static ChildRouter start(List<String> command, Path directory, int port, String path) {
        Path output = directory.resolve("output");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            ChildRouter router = new ChildRouter(process, port);
            Runtime.getRuntime().addShutdownHook(router.endWithUs);
            try {
                router.awaitReady(path, output);
            } catch (RuntimeException notReady) {
                router.close();
                throw notReady;
            }
            return router;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.get(0), e);
        }
    }

    /** A port that is free now. */
    static int freePort() {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return any.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port", e);
        }
    }

    private void awaitReady(String path, Path output) {
        long end = System.nanoTime() + START_LIMIT.toNanos();
        while (!answers(path)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new IllegalStateException("a router did not start; it said: " + said(output));
            }
            pause();
        }
    }

    private boolean answers(String path) {
        try {
            HttpURLConnection asked = (HttpURLConnection)
                    URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
            asked.setConnectTimeout(ASK_MILLIS * 10);
            asked.setReadTimeout(ASK_MILLIS * 10);
            try {
                return asked.getResponseCode() == HTTP_OK;
            } finally {
                asked.disconnect();
            }
        } catch (IOException notYet) {
            return false;
        }
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(ASK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a router starts", e);
        }
    }

    private static String said(Path output) {
        try {
            return Files.readString(output).strip();
        } catch (IOException e) {
            return "nothing that can be read";
        }
    }

    @Override
    public List<InetSocketAddress> addresses(int client) {
        return List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    }

    @Override
    public List<ProcessHandle> processes() {
        return ProcessFigures.family(process.toHandle());
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        List<ProcessHandle> all = processes();
        process.destroy();
        try {
            if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                all.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException e) {
            all.forEach(ProcessHandle::destroyForcibly);
            Thread.currentThread().interrupt();
        }
        forgetHook();
    }

    private void forgetHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(endWithUs);
        } catch (IllegalStateException ending) {
            // It runs already, and finds nothing left to end.
        }
    }
}
