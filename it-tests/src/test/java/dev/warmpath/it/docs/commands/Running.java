package dev.warmpath.it.docs.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Commands that go on until they are stopped: a router, or a simulated engine. */
final class Running {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Pattern ROUTER_IS_UP =
            Pattern.compile("router is up data=\"[^\"]*:([0-9]+)\" admin=\"[^\"]*:([0-9]+)\"");
    private static final Pattern ENGINE_IS_UP = Pattern.compile("(?s)workers:\n.*block_size: .*\n");

    private final Process process;
    private final Path out;
    private final Path err;
    private String dataPort = "";
    private String adminPort = "";

    Running(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Waits until it does what it is for. */
    void awaitUp() throws IOException {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(50)).until(() -> !process.isAlive() || isUp());
        assertThat(isUp())
                .as("is up; it printed:%n%s%s", printed(), Files.readString(err))
                .isTrue();
    }

    private boolean isUp() throws IOException {
        Matcher router = ROUTER_IS_UP.matcher(Files.readString(err));
        if (router.find()) {
            dataPort = router.group(1);
            adminPort = router.group(2);
            return true;
        }
        return ENGINE_IS_UP.matcher(printed()).find();
    }

    String printed() throws IOException {
        return Files.readString(out);
    }

    boolean isRouter() {
        return !dataPort.isEmpty();
    }

    /** Commands with its ports in place of the usual ones. */
    String addressed(String commands) {
        return commands.replaceAll("(127\\.0\\.0\\.1|localhost):8080", "$1:" + dataPort)
                .replaceAll("(127\\.0\\.0\\.1|localhost):9090", "$1:" + adminPort);
    }

    /** Programs that only pass on what it prints end with it. */
    private static boolean isJava(ProcessHandle process) {
        return process.info().command().orElse("").endsWith("java");
    }

    /** As Ctrl-C would: it ends in order. */
    void stop() throws InterruptedException, IOException {
        process.descendants().filter(Running::isJava).forEach(ProcessHandle::destroy);
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as("exit status; it printed:%n%s%s", printed(), Files.readString(err))
                .isZero();
    }
}
