package dev.warmpath.config.binding.tls;

import static dev.warmpath.config.section.Kinds.duration;
import static dev.warmpath.config.section.Kinds.flag;

import dev.warmpath.config.binding.files.FilePaths;
import dev.warmpath.config.binding.files.PathCheck;
import dev.warmpath.config.section.Kind;
import dev.warmpath.config.section.Section;
import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.config.settings.tls.SourceTls;
import dev.warmpath.config.settings.tls.WorkerTls;
import dev.warmpath.config.tls.CertificateFile;
import dev.warmpath.config.tls.Identity;
import dev.warmpath.config.tls.KeyFile;
import dev.warmpath.config.tls.TlsFileException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The sections {@code tls}: of listening ports, towards workers, and towards what tells of workers. */
public final class TlsBinding {

    private static final Kind<Duration> HANDSHAKE = duration(Duration.ofMillis(1), Duration.ofHours(1));
    private static final Kind<Duration> INTERVAL = duration(Duration.ofMillis(10), Duration.ofHours(24));

    private final FilePaths files;
    private final PathCheck paths;
    private final boolean registered;

    public TlsBinding(Path directory, PathCheck paths) {
        this(directory, paths, false);
    }

    private TlsBinding(Path directory, PathCheck paths, boolean registered) {
        this.files = new FilePaths(directory);
        this.paths = paths;
        this.registered = registered;
    }

    /** For workers that are registered at run time: who calls the admin port must not choose files of the router's. */
    public static TlsBinding ofRegistered() {
        return new TlsBinding(Path.of(""), PathCheck.NOT_CHECKED, true);
    }

    /** How files are named: relative ones start from the configuration's directory. */
    public Kind<Path> files() {
        return files.kind();
    }

    /** Of a listening port. */
    public @Nullable ServerTls port(Section section, @Nullable ServerTls now) {
        Path cert = section.required("cert", files.kind(), now == null ? null : now.cert());
        Path key = section.required("key", files.kind(), now == null ? null : now.key());
        Path clientCa = section.optional("client_ca", files.kind(), now == null ? null : now.clientCa());
        Duration interval = section.value(
                "reload_interval", INTERVAL, now == null ? ServerTls.USUAL_RELOAD_INTERVAL : now.reloadInterval());
        if (cert == null || key == null) {
            return null;
        }
        checkIdentity(section, cert, key);
        checkAuthorities(section, "client_ca", clientCa);
        return new ServerTls(cert, key, clientCa, interval);
    }

    /**
     * Towards workers.
     *
     * @param now what holds for keys that are not written
     */
    public WorkerTls worker(Section section, WorkerTls now) {
        WorkerTls tls = new WorkerTls(
                section.optional("ca", files.kind(), now.ca()),
                section.optional("cert", files.kind(), now.cert()),
                section.optional("key", files.kind(), now.key()),
                section.value("verify_host", flag(), now.verifyHost()),
                section.value("handshake_timeout", HANDSHAKE, now.handshakeTimeout()),
                section.value("reload_interval", INTERVAL, now.reloadInterval()));
        if (registered) {
            section.refuse(
                    "",
                    "names files of the router's machine, which only the configuration file may do",
                    null,
                    "Leave it out: a registered worker with an https URL is called by upstream.tls");
            return tls;
        }
        checkPair(section, tls.cert(), tls.key());
        checkAuthorities(section, "ca", tls.ca());
        return tls;
    }

    /** Towards a source of workers. */
    public SourceTls source(Section section, @Nullable SourceTls now) {
        SourceTls tls = new SourceTls(
                section.optional("ca", files.kind(), now == null ? null : now.ca()),
                section.optional("cert", files.kind(), now == null ? null : now.cert()),
                section.optional("key", files.kind(), now == null ? null : now.key()));
        checkPair(section, tls.cert(), tls.key());
        checkAuthorities(section, "ca", tls.ca());
        return tls;
    }

    private void checkPair(Section section, @Nullable Path cert, @Nullable Path key) {
        if (cert != null && key != null) {
            checkIdentity(section, cert, key);
        } else if (cert != null || key != null) {
            String lacking = cert == null ? "cert" : "key";
            section.refuse(lacking, "is missing: a certificate and its key go together", null, "Name both or none");
        }
    }

    /** Reads both files, so that both can be complained of. */
    private void checkIdentity(Section section, Path cert, Path key) {
        boolean sound = check(section, "cert", () -> CertificateFile.read(cert));
        sound &= check(section, "key", () -> KeyFile.read(key));
        if (sound) {
            check(section, "key", () -> Identity.read(cert, key));
        }
    }

    private void checkAuthorities(Section section, String key, @Nullable Path file) {
        if (file != null) {
            check(section, key, () -> CertificateFile.read(file));
        }
    }

    private interface Reading {
        Object read() throws TlsFileException;
    }

    private boolean check(Section section, String key, Reading reading) {
        if (paths == PathCheck.MUST_EXIST) {
            try {
                reading.read();
            } catch (TlsFileException unusable) {
                section.refuse(key, unusable.getMessage(), null, unusable.remedy());
                return false;
            }
        }
        return true;
    }
}
