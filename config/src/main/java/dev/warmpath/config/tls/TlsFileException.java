package dev.warmpath.config.tls;

import java.nio.file.Path;
import java.util.Locale;

/** A file that TLS cannot do with. The message goes on from the name of its setting; it never shows what is in a file. */
public final class TlsFileException extends Exception {

    /** What is wrong; logs and checks share these names. */
    public enum Reason {
        MISSING,
        UNREADABLE,
        TOO_LARGE,
        NO_CERTIFICATE,
        BAD_CERTIFICATE,
        EXPIRED,
        NO_KEY,
        ENCRYPTED_KEY,
        BAD_KEY,
        /** The private key is another certificate's. */
        KEY_MISMATCH;

        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Reason reason;
    private final String message;
    private final String remedy;

    TlsFileException(Reason reason, Path file, String what, String remedy) {
        super(null, null, false, false);
        this.reason = reason;
        this.message = what + ": " + file;
        this.remedy = remedy;
    }

    public Reason reason() {
        return reason;
    }

    @Override
    public String getMessage() {
        return message;
    }

    public String remedy() {
        return remedy;
    }
}
