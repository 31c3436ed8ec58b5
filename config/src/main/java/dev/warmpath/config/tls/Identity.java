package dev.warmpath.config.tls;

import dev.warmpath.config.tls.TlsFileException.Reason;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Who a side of a connection shows to be: a certificate, those that issued it, and the private key that proves it.
 *
 * @param chain its own certificate first
 */
public record Identity(List<X509Certificate> chain, PrivateKey key) {

    /** Any bytes do: what is asked is only whether the two keys belong together. */
    private static final byte[] SAMPLE = {'w', 'a', 'r', 'm', 'p', 'a', 't', 'h'};

    public Identity {
        chain = List.copyOf(chain);
    }

    /** Reads both files, and checks that the key is that of the first certificate. */
    public static Identity read(Path cert, Path key) throws TlsFileException {
        return of(CertificateFile.read(cert), KeyFile.read(key), key);
    }

    /** Puts both together if they belong together. */
    static Identity of(List<X509Certificate> chain, PrivateKey key, Path keyFile) throws TlsFileException {
        if (!belongTogether(chain.get(0).getPublicKey(), key)) {
            throw new TlsFileException(
                    Reason.KEY_MISMATCH,
                    keyFile,
                    "names a private key that is not that of the first certificate in cert",
                    "Name the key that the certificate was requested with, or put the certificate of this key first");
        }
        return new Identity(chain, key);
    }

    private static boolean belongTogether(PublicKey certified, PrivateKey key) {
        String algorithm = switch (certified.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> certified.getAlgorithm();
        };
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(SAMPLE);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(SAMPLE);
            return signature.verify(signed);
        } catch (GeneralSecurityException anotherKind) {
            return false;
        }
    }

    /** The key stays out of text. */
    @Override
    public String toString() {
        return "Identity[" + chain.get(0).getSubjectX500Principal() + "]";
    }
}
