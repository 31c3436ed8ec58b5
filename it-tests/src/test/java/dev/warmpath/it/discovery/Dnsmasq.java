package dev.warmpath.it.discovery;

import dev.warmpath.it.support.Tools;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** A real DNS server for names below {@code test}, with what a test wants in it. */
final class Dnsmasq implements AutoCloseable {

    private final Path hosts;
    private final Path log;
    private final int port;
    private final List<String> options;
    private @Nullable Process process;

    /** @param options further ones, such as {@code --srv-host=} */
    Dnsmasq(Path directory, String... options) throws IOException {
        Tools.need("dnsmasq");
        this.hosts = directory.resolve("hosts");
        this.log = directory.resolve("dnsmasq.log");
        this.options = List.of(options);
        this.port = freePort();
        Files.writeString(hosts, "");
    }

    private static int freePort() throws IOException {
        for (int i = 0; i < 20; i++) {
            try (ServerSocket tcp = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                    DatagramSocket udp = new DatagramSocket(tcp.getLocalPort(), InetAddress.getLoopbackAddress())) {
                return udp.getLocalPort();
            } catch (BindException taken) {
                // Of the 20 another will be free for both.
            }
        }
        throw new IOException("no port is free for TCP and UDP");
    }

    int port() {
        return port;
    }

    void start() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Tools.path("dnsmasq").toString(),
                "--keep-in-foreground",
                "--conf-file=/dev/null",
                "--pid-file=",
                "--user=",
                "--no-resolv",
                "--no-hosts",
                "--bind-interfaces",
                "--listen-address=127.0.0.1",
                "--port=" + port,
                "--local=/test/",
                "--local-ttl=1",
                "--log-facility=-",
                "--addn-hosts=" + hosts));
        command.addAll(options);
        long before = hostsRead();
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        awaitHosts(before);
    }

    /** It says each time that it has read them; what is signalled before the first time is lost. */
    private long hostsRead() throws IOException {
        if (!Files.exists(log)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.contains("read " + hosts)).count();
        }
    }

    private void awaitHosts(long before) {
        Awaitility.await().atMost(DiscoveredFleet.SOON).until(() -> hostsRead() > before);
    }

    /** Lets a name have exactly these addresses; others keep none. */
    void addresses(String name, List<String> all) throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        all.forEach(address -> lines.append(address).append(' ').append(name).append('\n'));
        Files.writeString(hosts, lines);
        if (process != null) {
            long before = hostsRead();
            signal("HUP");
            awaitHosts(before);
        }
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process running = running();
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(running.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("dnsmasq has ended: " + Files.readString(log));
        }
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("not started");
        }
        return process;
    }

    void stop() {
        if (process != null) {
            process.destroyForcibly().onExit().orTimeout(5, TimeUnit.SECONDS).join();
            process = null;
        }
    }

    @Override
    public void close() {
        stop();
    }
}
