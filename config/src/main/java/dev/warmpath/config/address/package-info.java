/**
 * Network addresses as configuration writes them: worker URLs, ZMQ endpoints, port ranges, and which of them get in
 * each other's way. Nothing here resolves a name or opens a socket.
 */
@NullMarked
package dev.warmpath.config.address;

import org.jspecify.annotations.NullMarked;
