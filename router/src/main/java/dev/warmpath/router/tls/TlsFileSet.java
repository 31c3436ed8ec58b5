package dev.warmpath.router.tls;

import dev.warmpath.config.settings.tls.ServerTls;
import dev.warmpath.config.settings.tls.WorkerTls;
import dev.warmpath.router.digest.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of one {@code tls} section.
 *
 * @param cert what this side shows, or null for nothing
 * @param key its private key; null exactly where {@code cert} is
 * @param authorities who may have issued what the other side shows, or null
 * @param authoritiesKey the setting that names them, {@code ca} or {@code client_ca}
 */
record TlsFileSet(
        @Nullable Path cert, @Nullable Path key, @Nullable Path authorities, String authoritiesKey) {

    /** More of a file is not read: it is refused as too large when it is loaded. */
    private static final int MOST_BYTES = 8 << 20;

    static TlsFileSet of(ServerTls tls) {
        return new TlsFileSet(tls.cert(), tls.key(), tls.clientCa(), "client_ca");
    }

    static TlsFileSet of(WorkerTls tls) {
        return new TlsFileSet(tls.cert(), tls.key(), tls.ca(), "ca");
    }

    /** The files with certificates by the key of their setting. */
    Map<String, Path> certificates() {
        Map<String, Path> files = new LinkedHashMap<>();
        if (cert != null) {
            files.put("cert", cert);
        }
        if (authorities != null) {
            files.put(authoritiesKey, authorities);
        }
        return files;
    }

    /**
     * SHA-256 over what the files hold now. It is the content that counts and not the time of a change, since secrets that
     * are mounted into a container are swapped by links. Reads files.
     */
    byte[] digest() {
        MessageDigest digest = Sha256.begin();
        add(digest, cert);
        add(digest, key);
        add(digest, authorities);
        return digest.digest();
    }

    private static void add(MessageDigest all, @Nullable Path file) {
        if (file == null) {
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            all.update(Sha256.of(in.readNBytes(MOST_BYTES)));
        } catch (IOException unreadable) {
            // As good as another content: loading says what is wrong.
            all.update((byte) 0);
        }
    }
}
