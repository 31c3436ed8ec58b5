package dev.warmpath.config.settings.tls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * TLS towards a source of workers ({@code tls} of {@code discovery[].etcd} and {@code discovery[].kubernetes}). All files
 * are PEM, and read anew after each failed connection.
 *
 * @param ca who may have issued the server's certificate, or null for those that the Java runtime trusts
 * @param cert the certificate that the router shows, or null for none
 * @param key its private key, without a passphrase; null exactly where {@code cert} is
 */
public record SourceTls(
        @Nullable Path ca, @Nullable Path cert, @Nullable Path key) {}
