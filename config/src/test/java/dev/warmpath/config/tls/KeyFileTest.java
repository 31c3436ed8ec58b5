package dev.warmpath.config.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warmpath.config.tls.TlsFileException.Reason;
import io.netty.pkitesting.CertificateBuilder.Algorithm;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Path;
import java.security.interfaces.ECPrivateKey;
import java.time.Duration;
import java.util.Random;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.sec.SECObjectIdentifiers;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys are read in each encoding that tools write, and what is no usable key is named. */
class KeyFileTest {

    @TempDir
    Path directory;

    private TestFiles files;

    @BeforeEach
    void open() {
        files = new TestFiles(directory);
    }

    private static X509Bundle bundle(Algorithm algorithm) {
        return TestFiles.certificate(algorithm, Duration.ofDays(1));
    }

    private Reason refusal(Path file) {
        return catchThrowableOfType(TlsFileException.class, () -> KeyFile.read(file))
                .reason();
    }

    @ParameterizedTest
    @EnumSource(names = {"rsa2048", "ecp256", "ecp384", "ed25519"})
    void pkcs8IsRead(Algorithm algorithm) throws Exception {
        X509Bundle bundle = bundle(algorithm);

        assertThat(KeyFile.read(files.write("k", bundle.getPrivateKeyPEM())).getEncoded())
                .isEqualTo(bundle.getKeyPair().getPrivate().getEncoded());
    }

    @Test
    void pkcs1IsRead() throws Exception {
        X509Bundle bundle = bundle(Algorithm.rsa2048);
        byte[] pkcs1 = PrivateKeyInfo.getInstance(
                        bundle.getKeyPair().getPrivate().getEncoded())
                .parsePrivateKey()
                .toASN1Primitive()
                .getEncoded();

        assertThat(KeyFile.read(files.write("k", TestFiles.pem("RSA PRIVATE KEY", pkcs1))))
                .isEqualTo(bundle.getKeyPair().getPrivate());
    }

    /** As {@code openssl ecparam -genkey} writes it, the curve's parameters before it. */
    @Test
    void sec1IsRead() throws Exception {
        X509Bundle bundle = bundle(Algorithm.ecp256);
        ECPrivateKey key = (ECPrivateKey) bundle.getKeyPair().getPrivate();
        byte[] sec1 = sec1(key);
        String parameters = TestFiles.pem("EC PARAMETERS", SECObjectIdentifiers.secp256r1.getEncoded());

        Path file = files.write("k", parameters + TestFiles.pem("EC PRIVATE KEY", sec1));

        assertThat(((ECPrivateKey) KeyFile.read(file)).getS()).isEqualTo(key.getS());
    }

    private static byte[] sec1(ECPrivateKey key) throws IOException {
        return new org.bouncycastle.asn1.sec.ECPrivateKey(256, key.getS(), SECObjectIdentifiers.secp256r1).getEncoded();
    }

    @Test
    void keyMayStandBehindItsCertificate() throws Exception {
        X509Bundle bundle = bundle(Algorithm.ecp256);

        Path file = files.write("k", bundle.getCertificatePEM() + "\n" + bundle.getPrivateKeyPEM());

        assertThat(KeyFile.read(file)).isEqualTo(bundle.getKeyPair().getPrivate());
        assertThat(CertificateFile.read(file)).containsExactly(bundle.getCertificate());
    }

    @Test
    void passphraseIsNamedInBothOfItsForms() {
        String body = bundle(Algorithm.rsa2048).getPrivateKeyPEM();
        String older = body.replace("-----BEGIN PRIVATE KEY-----", """
                -----BEGIN RSA PRIVATE KEY-----
                Proc-Type: 4,ENCRYPTED
                DEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF
                """).replace("END PRIVATE", "END RSA PRIVATE");

        assertThat(refusal(files.write("a", body.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY"))))
                .isEqualTo(Reason.ENCRYPTED_KEY);
        assertThat(refusal(files.write("b", older))).isEqualTo(Reason.ENCRYPTED_KEY);
    }

    @Test
    void fileWithoutAKeyAndNoFileAreTold() {
        assertThat(refusal(files.write("k", bundle(Algorithm.ecp256).getCertificatePEM())))
                .isEqualTo(Reason.NO_KEY);
        assertThat(refusal(directory.resolve("nothing"))).isEqualTo(Reason.MISSING);
        assertThat(refusal(directory)).isEqualTo(Reason.UNREADABLE);
        assertThat(refusal(files.write("big", "x".repeat(PemFile.MAX_BYTES + 1))))
                .isEqualTo(Reason.TOO_LARGE);
    }

    /** Whatever stands in a key's place: a reason, no other exception, and nothing of the content in the message. */
    @ParameterizedTest
    @ValueSource(strings = {"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY"})
    void damagedKeysAreRefusedWithoutShowingThem(String label) throws IOException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        byte[] whole = sec1((ECPrivateKey) bundle(Algorithm.ecp256).getKeyPair().getPrivate());
        for (int i = 0; i < 300; i++) {
            byte[] damaged = java.util.Arrays.copyOf(whole, random.nextInt(8));
            random.nextBytes(damaged);
            if (i % 2 == 0) {
                damaged = java.util.Arrays.copyOf(whole, random.nextInt(whole.length - 1));
            }
            Path file = files.write("k", TestFiles.pem(label, damaged));

            TlsFileException refusal = catchThrowableOfType(TlsFileException.class, () -> KeyFile.read(file));

            assertThat(refusal).as("seed %d, round %d", seed, i).isNotNull();
            assertThat(refusal.reason()).isEqualTo(Reason.BAD_KEY);
            assertThat(refusal.getMessage()).isEqualTo("names a private key that cannot be decoded: " + file);
        }
    }
}
