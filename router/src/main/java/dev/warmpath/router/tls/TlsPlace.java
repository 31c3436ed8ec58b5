package dev.warmpath.router.tls;

import java.util.Locale;

/** Where TLS is spoken; the label {@code port} of its metrics. */
public enum TlsPlace {
    DATA,
    ADMIN,
    /** Towards workers. */
    WORKERS;

    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
