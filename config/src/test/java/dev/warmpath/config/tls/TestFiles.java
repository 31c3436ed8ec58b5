package dev.warmpath.config.tls;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;

/** Certificates made for one test, and the PEM files that hold them. */
public final class TestFiles {

    private final Path directory;

    public TestFiles(Path directory) {
        this.directory = directory;
    }

    /** A certificate that issued itself, valid for {@code validity} from an hour ago. */
    public static X509Bundle certificate(CertificateBuilder.Algorithm algorithm, Duration validity) {
        Instant begin = Instant.now().minus(Duration.ofHours(1));
        try {
            return new CertificateBuilder()
                    .algorithm(algorithm)
                    .subject("CN=router.test")
                    .addSanDnsName("localhost")
                    .setIsCertificateAuthority(true)
                    .notBefore(begin)
                    .notAfter(begin.plus(validity))
                    .buildSelfSigned();
        } catch (Exception failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** One with an EC key that is good for a year. */
    public static X509Bundle certificate() {
        return certificate(CertificateBuilder.Algorithm.ecp256, Duration.ofDays(365));
    }

    public Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Writes {@code <name>.crt} and {@code <name>.key}. */
    public void writeIdentity(String name, X509Bundle bundle) {
        write(name + ".crt", bundle.getCertificatePEM());
        write(name + ".key", bundle.getPrivateKeyPEM());
    }

    public static String pem(String label, byte[] content) {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return "-----BEGIN " + label + "-----\n" + base64 + "\n-----END " + label + "-----\n";
    }
}
