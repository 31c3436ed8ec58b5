package dev.warmpath.it.bench.overhead;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** nginx as a reverse proxy that does nothing but relay: the yardstick. */
final class Nginx {

    private static final List<Path> PLACES =
            List.of(Path.of("/usr/sbin/nginx"), Path.of("/usr/bin/nginx"), Path.of("/usr/local/sbin/nginx"));

    private Nginx() {}

    /** Where it is, if it is installed. */
    static Optional<Path> binary() {
        return PLACES.stream().filter(Files::isExecutable).findFirst();
    }

    /**
     * Starts one in front of all workers, with connections that are kept alive on both sides, as many processes as the
     * router has event loops, and no log.
     *
     * @param directory for its files
     */
    static ChildRouter start(Path binary, Path directory, LightEngine engine, int workers) {
        int port = ChildRouter.freePort();
        try {
            Path config = Files.writeString(directory.resolve("nginx.conf"), config(directory, port, engine, workers));
            List<String> command =
                    List.of(binary.toString(), "-p", directory.toString(), "-c", config.toString(), "-e", "stderr");
            return ChildRouter.start(command, directory, port, "/health");
        } catch (IOException e) {
            throw new UncheckedIOException("nginx's files cannot be written", e);
        }
    }

    private static String config(Path directory, int port, LightEngine engine, int workers) {
        StringBuilder upstream = new StringBuilder();
        for (int i = 0; i < workers; i++) {
            upstream.append("    server 127.0.0.1:")
                    .append(engine.address(i).getPort())
                    .append(" max_fails=0;\n");
        }
        StringBuilder temporary = new StringBuilder();
        Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                .forEach(kind -> temporary.append("  " + kind + "_temp_path " + directory.resolve(kind) + ";\n"));
        return """
                daemon off;
                pid %s;
                error_log stderr error;
                worker_processes %d;
                worker_rlimit_nofile %d;
                events { worker_connections 32768; }
                http {
                  access_log off;
                %s  keepalive_requests 1000000000;
                  upstream workers {
                %s    keepalive 256;
                    keepalive_requests 1000000000;
                  }
                  server {
                    listen 127.0.0.1:%d backlog=4096;
                    client_body_buffer_size 256k;
                    client_max_body_size 64m;
                    location / {
                      proxy_pass http://workers;
                      proxy_http_version 1.1;
                      proxy_set_header Connection "";
                      proxy_read_timeout 1h;
                    }
                  }
                }
                """.formatted(
                        directory.resolve("pid"),
                        Runtime.getRuntime().availableProcessors(),
                        OpenFiles.limit(),
                        temporary,
                        upstream,
                        port);
    }
}
