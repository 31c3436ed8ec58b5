package dev.warmpath.config.tls;

import dev.warmpath.config.tls.TlsFileException.Reason;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A private key in a PEM file, without a passphrase: PKCS#8 ({@code PRIVATE KEY}), or what older tools write, PKCS#1
 * ({@code RSA PRIVATE KEY}) and SEC1 ({@code EC PRIVATE KEY}).
 */
public final class KeyFile {

    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private KeyFile() {}

    /** The first private key of the file. Other blocks, such as certificates, are passed over. */
    public static PrivateKey read(Path file) throws TlsFileException {
        for (PemFile.Block block : PemFile.read(file)) {
            if (!block.label().endsWith("PRIVATE KEY")) {
                continue;
            }
            if (block.encrypted() || block.label().startsWith("ENCRYPTED")) {
                throw new TlsFileException(
                        Reason.ENCRYPTED_KEY,
                        file,
                        "names a private key with a passphrase",
                        "Take it off (openssl pkey -in KEY -out NEW) and let only the router's user read the file");
            }
            PrivateKey key = decode(block);
            if (key == null) {
                throw new TlsFileException(
                        Reason.BAD_KEY,
                        file,
                        "names a private key that cannot be decoded",
                        "Write it as PKCS#8 (openssl pkey -in KEY -out NEW); RSA, EC and Ed25519 keys are known");
            }
            return key;
        }
        throw new TlsFileException(
                Reason.NO_KEY,
                file,
                "names a file without a private key",
                "Name a PEM file with -----BEGIN PRIVATE KEY----- in it");
    }

    private static @Nullable PrivateKey decode(PemFile.Block block) {
        byte[] pkcs8 = switch (block.label()) {
            case "PRIVATE KEY" -> block.content();
            case "RSA PRIVATE KEY" -> Pkcs8.ofPkcs1(block.content());
            case "EC PRIVATE KEY" -> Pkcs8.ofSec1(block.content());
            default -> new byte[0];
        };
        // The encoding names its algorithm, so at most one of them takes it.
        for (String algorithm : ALGORITHMS) {
            PrivateKey key = decode(algorithm, pkcs8);
            if (key != null) {
                return key;
            }
        }
        return null;
    }

    private static @Nullable PrivateKey decode(String algorithm, byte[] pkcs8) {
        try {
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
        } catch (InvalidKeySpecException | NoSuchAlgorithmException anotherOne) {
            return null;
        }
    }
}
