package dev.warmpath.router.storage;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The programs on the path, with bounds on their time and output. A program that looks at a mount whose server is gone
 * sleeps where not even a kill wakes it: it is left behind then, and so is the thread that reads from it, which keeps
 * nothing from ending.
 */
final class HostPrograms implements Programs {

    /** A healthy machine answers within milliseconds. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Thousands of rows; a path or a device needs a few. */
    static final int MOST_BYTES = 64 * 1024;

    private static final File NOTHING = new File("/dev/null");

    private final Duration patience;

    HostPrograms(Duration patience) {
        this.patience = patience;
    }

    @Override
    public @Nullable Output run(List<String> command) {
        long deadline = System.nanoTime() + patience.toNanos();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectInput(NOTHING).redirectError(ProcessBuilder.Redirect.DISCARD);
        // A language would not change these columns, but an encoding decides how a tree is drawn and what is escaped.
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process;
        try {
            process = builder.start();
        } catch (IOException missing) {
            return null;
        }
        try {
            String text = read(process.getInputStream(), deadline);
            if (process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                return new Output(process.exitValue(), text);
            }
            return null;
        } catch (TimeoutException | ExecutionException unreadable) {
            return null;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return null;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(InputStream output, long deadline)
            throws InterruptedException, ExecutionException, TimeoutException {
        FutureTask<byte[]> reading = new FutureTask<>(() -> {
            byte[] start = output.readNBytes(MOST_BYTES);
            // The rest is taken, or the program would wait for it to be.
            output.transferTo(OutputStream.nullOutputStream());
            return start;
        });
        Thread reader = new Thread(reading, "storage-program-output");
        reader.setDaemon(true);
        reader.start();
        byte[] bytes = reading.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
