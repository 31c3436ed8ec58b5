/** Certificates and keys as files. */
@NullMarked
package dev.warmpath.config.tls;

import org.jspecify.annotations.NullMarked;
