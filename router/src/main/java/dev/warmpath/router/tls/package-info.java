/**
 * TLS of the two ports, towards workers and towards sources of workers: what files say now, in the form that Vert.x takes
 * it, and the watch over those of ports and workers that puts new ones in force while the router runs. The ports, all clients
 * of workers and those of sources ask here; the rules for the files themselves are {@link dev.warmpath.config.tls}'s.
 */
@NullMarked
package dev.warmpath.router.tls;

import org.jspecify.annotations.NullMarked;
