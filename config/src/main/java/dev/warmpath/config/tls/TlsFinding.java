package dev.warmpath.config.tls;

import java.nio.file.Path;
import java.util.Locale;

/**
 * Something about a TLS file that works and that an operator should know.
 *
 * @param setting the key that names the file, such as {@code server.tls.cert} or {@code workers[2].tls.ca}
 * @param message goes on from the setting's name
 */
public record TlsFinding(String setting, Path file, Reason reason, String message, String remedy) {

    /** What it is; logs and checks share these names. */
    public enum Reason {
        EXPIRED,
        EXPIRES_SOON,
        NOT_YET_VALID,
        KEY_READABLE_BY_OTHERS;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
