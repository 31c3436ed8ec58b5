package dev.warmpath.router.tls;

import dev.warmpath.config.tls.CertificateFile;
import dev.warmpath.config.tls.Identity;
import dev.warmpath.config.tls.TlsFileException;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * What one set of files held when it was last good.
 *
 * @param keys what this side shows, or null
 * @param trust who is believed, or null where nobody is asked. Never shared by two materials: Vert.x tells TLS contexts
 *     apart by it and by {@code keys} alone, host name verification not among them
 * @param expiries when the first certificate of a file expires, by the key of the setting that names the file
 */
record TlsMaterial(@Nullable KeyCertOptions keys, @Nullable TrustOptions trust, Map<String, Instant> expiries) {

    /** Protects nothing: the store never leaves memory, and the API asks for one. */
    private static final char[] PASSWORD = {'-'};

    TlsMaterial {
        expiries = Map.copyOf(expiries);
    }

    /**
     * Reads a set of files.
     *
     * @param trustOfTheRuntime whether the authorities that the Java runtime trusts stand in where none are named
     */
    static TlsMaterial read(TlsFileSet files, boolean trustOfTheRuntime) throws TlsFileException {
        Map<String, Instant> expiries = new HashMap<>();
        Path cert = files.cert();
        Path authorities = files.authorities();
        KeyCertOptions keys = null;
        if (cert != null) {
            Identity identity = Identity.read(cert, Objects.requireNonNull(files.key()));
            expiries.put("cert", CertificateFile.expiry(identity.chain()));
            keys = keys(identity);
        }
        TrustOptions trust = null;
        if (authorities != null) {
            List<X509Certificate> trusted = CertificateFile.read(authorities);
            expiries.put(files.authoritiesKey(), CertificateFile.expiry(trusted));
            trust = trust(trusted);
        } else if (trustOfTheRuntime) {
            trust = trust(null);
        }
        return new TlsMaterial(keys, trust, expiries);
    }

    private static KeyCertOptions keys(Identity identity) {
        try {
            KeyStore store = emptyStore();
            store.setKeyEntry("own", identity.key(), PASSWORD, identity.chain().toArray(new Certificate[0]));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, PASSWORD);
            return KeyCertOptions.wrap(factory);
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("a store in memory takes every key and certificate", impossible);
        }
    }

    /** @param trusted null for those of the Java runtime */
    private static TrustOptions trust(@Nullable List<X509Certificate> trusted) {
        try {
            KeyStore store = null;
            if (trusted != null) {
                store = emptyStore();
                for (int i = 0; i < trusted.size(); i++) {
                    store.setCertificateEntry("authority-" + i, trusted.get(i));
                }
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return TrustOptions.wrap(factory);
        } catch (GeneralSecurityException | IOException impossible) {
            throw new IllegalStateException("a store in memory takes every certificate", impossible);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }
}
