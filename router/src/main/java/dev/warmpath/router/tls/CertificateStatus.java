package dev.warmpath.router.tls;

import java.nio.file.Path;
import java.time.Instant;

/**
 * One file with certificates, as it is in force.
 *
 * @param port where it is used
 * @param use the setting that names it: {@code cert}, {@code ca} or {@code client_ca}
 * @param expiry when the first certificate in it expires
 * @param trouble why what lies there now is not in force, in words for an operator; empty where it is
 */
public record CertificateStatus(TlsPlace port, String use, Path file, Instant expiry, String trouble) {}
