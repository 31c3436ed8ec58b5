package dev.warmpath.it.support;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;

/** Issues certificates for one test run, and writes them as the PEM files that the router and engines read. */
public final class Authority {

    private static final Duration LONG = Duration.ofDays(365);

    private final Path directory;
    private final X509Bundle root;

    /** A fresh authority, its own certificate in {@code <name>.crt}. */
    public Authority(Path directory, String name) {
        this.directory = directory;
        Instant begin = Instant.now().minus(Duration.ofHours(1));
        this.root = made(() -> new CertificateBuilder()
                .ecp256()
                .subject("CN=" + name)
                .setIsCertificateAuthority(true)
                .notBefore(begin)
                .notAfter(begin.plus(LONG))
                .buildSelfSigned());
        write(directory, name + ".crt", root.getCertificatePEM());
    }

    public X509Bundle root() {
        return root;
    }

    /** A certificate for this machine's loopback, good for a year, in {@code <name>.crt} and {@code <name>.key}. */
    public X509Bundle issue(String name) {
        return issue(name, LONG);
    }

    public X509Bundle issue(String name, Duration validity) {
        Instant begin = Instant.now().minus(Duration.ofHours(1));
        CertificateBuilder certificate = new CertificateBuilder()
                .ecp256()
                .subject("CN=" + name)
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .notBefore(begin)
                .notAfter(begin.plus(validity));
        return written(name, made(() -> certificate.buildIssuedBy(root)));
    }

    /** One that names nobody: of the loopback's addresses only. */
    public X509Bundle issueNameless(String name) {
        CertificateBuilder certificate = new CertificateBuilder()
                .ecp256()
                .subject("O=warmpath")
                .addSanIpAddress("127.0.0.1")
                .notBefore(Instant.now().minus(Duration.ofHours(1)))
                .notAfter(Instant.now().plus(LONG));
        return written(name, made(() -> certificate.buildIssuedBy(root)));
    }

    /** One for another host. */
    public X509Bundle issueFor(String name, String host) {
        CertificateBuilder certificate = new CertificateBuilder()
                .ecp256()
                .subject("CN=" + name)
                .addSanDnsName(host)
                .notBefore(Instant.now().minus(Duration.ofHours(1)))
                .notAfter(Instant.now().plus(LONG));
        return written(name, made(() -> certificate.buildIssuedBy(root)));
    }

    private X509Bundle written(String name, X509Bundle bundle) {
        write(directory, name + ".key", bundle.getPrivateKeyPEM());
        write(directory, name + ".crt", bundle.getCertificatePathPEM());
        return bundle;
    }

    /** Puts a file in place at once, as those do who renew certificates with care. */
    public static void write(Path directory, String name, String text) {
        try {
            Path fresh = Files.writeString(directory.resolve(name + ".new"), text);
            Files.move(fresh, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private interface Making {
        X509Bundle make() throws Exception;
    }

    private static X509Bundle made(Making making) {
        try {
            return making.make();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }
}
