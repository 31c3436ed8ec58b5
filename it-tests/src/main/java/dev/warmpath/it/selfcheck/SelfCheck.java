package dev.warmpath.it.selfcheck;

import dev.warmpath.events.port.PortBlockAllocator;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs checks one after the other and writes a line for each. A check that fails does not stop those after it: whoever
 * mends an installation wants to know all of it.
 */
final class SelfCheck {

    /** A check takes a second at most; one that hangs is a finding, and must not hold up a build. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final int RANKS = 8;

    private final List<Check> checks;
    private final Duration patience;

    SelfCheck(List<Check> checks, Duration patience) {
        this.checks = List.copyOf(checks);
        this.patience = patience;
    }

    /** What a router needs of the machine and of the files that it was installed with. */
    static SelfCheck ofThisInstallation() {
        PortBlockAllocator ports = PortBlockAllocator.system();
        return new SelfCheck(
                List.of(
                        new Check(
                                "native-tokenizer",
                                new TokenizerAbility(),
                                "it needs the native library in tokenizers-*.jar for this processor, glibc 2.34 or"
                                        + " later, libstdc++, and DJL_CACHE_DIR (by default ~/.djl.ai) where the library"
                                        + " lies already or can be written"),
                        new Check(
                                "chat-template",
                                new TemplateAbility(),
                                "the template interpreter of this build does not do what Jinja does: build again from"
                                        + " clean sources"),
                        new Check(
                                "block-hashes",
                                new HashAbility(),
                                "hash4j-*.jar is not the version this was built with; no prompt would ever match"),
                        new Check(
                                "event-decoding",
                                new DecodingAbility(),
                                "the jars are from different builds; no cache would ever be known"),
                        new Check(
                                "event-sockets",
                                new SocketAbility(),
                                "jeromq-*.jar is missing or broken, or loopback TCP is not allowed here"),
                        new Check(
                                "port-blocks",
                                new PortBlockAbility(() -> ports.allocate(RANKS)),
                                "engines that start together would be given the same ports; see docs/port-blocks.md,"
                                        + " and net.ipv4.ip_local_port_range of this machine"),
                        new Check(
                                "example-configuration",
                                new ExampleAbility(),
                                "the example and the loader are not from one build"),
                        new Check(
                                "cluster",
                                new ClusterAbility(),
                                "a Java runtime without one of the modules that Hazelcast needs shows here (the list"
                                        + " is in docker/Dockerfile), or loopback TCP is not allowed"),
                        new Check(
                                "pod-discovery",
                                new PodAbility(),
                                "the client of Kubernetes is missing in part, or a module of the Java runtime that it"
                                        + " needs (the list is in docker/Dockerfile)"),
                        new Check(
                                "router",
                                new RouterAbility(),
                                "what the router logged above says more; a Java runtime without one of its modules"
                                        + " shows here")),
                PATIENCE);
    }

    List<String> names() {
        return checks.stream().map(Check::name).toList();
    }

    /**
     * Runs the checks of these names, or all where there is none.
     *
     * @return the names of those that failed
     */
    List<String> run(List<String> names, PrintWriter out) throws InterruptedException {
        List<String> failed = new ArrayList<>();
        int count = 0;
        for (Check check : checks) {
            if (names.isEmpty() || names.contains(check.name())) {
                count++;
                if (!passes(check, out)) {
                    failed.add(check.name());
                }
                out.flush();
            }
        }
        out.println(
                failed.isEmpty()
                        ? "self-check: all " + count + " passed"
                        : "self-check: " + failed.size() + " of " + count + " failed: " + String.join(", ", failed));
        return failed;
    }

    private boolean passes(Check check, PrintWriter out) throws InterruptedException {
        try {
            out.printf("ok    %-22s %s%n", check.name(), show(check));
            return true;
        } catch (ExecutionException failed) {
            out.printf("FAIL  %-22s %s%n", check.name(), reason(failed));
        } catch (TimeoutException late) {
            out.printf("FAIL  %-22s did not end within %d s%n", check.name(), patience.toSeconds());
        }
        out.printf("      remedy: %s%n", check.remedy());
        return false;
    }

    /** In a thread of its own, that is left behind where it does not end. */
    private String show(Check check) throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<String> seen = new CompletableFuture<>();
        Thread thread = new Thread(() -> complete(seen, check.ability()), "self-check-" + check.name());
        thread.setDaemon(true);
        thread.start();
        return seen.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Errors count too: a class or a native library that is not there shows as one. */
    private static void complete(CompletableFuture<String> seen, Ability ability) {
        try {
            seen.complete(ability.show());
        } catch (Exception | LinkageError failed) {
            seen.completeExceptionally(failed);
        }
    }

    private static String reason(ExecutionException failed) {
        Throwable cause = failed.getCause();
        if (cause == null || cause instanceof LinkageError || cause.getMessage() == null) {
            return String.valueOf(cause);
        }
        return cause.getMessage();
    }
}
