package dev.warmpath.config.tls;

import dev.warmpath.config.tls.TlsFileException.Reason;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Certificates in a PEM file: a chain, or authorities that are trusted. */
public final class CertificateFile {

    private CertificateFile() {}

    /** All certificates of the file in their order, at least one. Other blocks, such as a key, are passed over. */
    public static List<X509Certificate> read(Path file) throws TlsFileException {
        List<X509Certificate> certificates = new ArrayList<>();
        for (PemFile.Block block : PemFile.read(file)) {
            if (block.label().equals("CERTIFICATE")) {
                certificates.add(decode(file, block.content()));
            }
        }
        if (certificates.isEmpty()) {
            throw new TlsFileException(
                    Reason.NO_CERTIFICATE,
                    file,
                    "names a file without a certificate",
                    "Name a PEM file with -----BEGIN CERTIFICATE----- in it");
        }
        return List.copyOf(certificates);
    }

    private static X509Certificate decode(Path file, byte[] content) throws TlsFileException {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(content));
        } catch (CertificateException broken) {
            throw new TlsFileException(
                    Reason.BAD_CERTIFICATE,
                    file,
                    "names a file with a certificate that cannot be decoded",
                    "Copy the certificate again; it may be cut short");
        }
    }

    /** When the first of them is valid no more. */
    public static Instant expiry(List<X509Certificate> certificates) {
        return certificates.stream()
                .map(certificate -> certificate.getNotAfter().toInstant())
                .min(Comparator.naturalOrder())
                .orElseThrow();
    }
}
