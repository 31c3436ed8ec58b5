/**
 * Connections to the workers that legs are sent over, and what is read from them. Made by Vert.x's TCP client, which looks
 * names up and shakes hands; from there on HTTP/1.1 by Netty's codec, with nothing between it and the leg: a general client
 * has queues, futures and statistics for what a router does not do.
 */
@NullMarked
package dev.warmpath.router.upstream;

import org.jspecify.annotations.NullMarked;
