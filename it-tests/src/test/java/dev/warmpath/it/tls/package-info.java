/** TLS and mutual TLS on both ports and towards workers, over real sockets, and certificates that change under them. */
@NullMarked
package dev.warmpath.it.tls;

import org.jspecify.annotations.NullMarked;
