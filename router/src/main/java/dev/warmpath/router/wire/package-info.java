/**
 * The clients' connections as bytes, below requests and answers: which request heads are refused before anything reads
 * them, how a connection ends, the clocks of connections that are of no use, and how bytes change hands without a copy.
 * Both ports stand on it. Depends on Vert.x and Netty, and on nothing else of the router.
 */
@NullMarked
package dev.warmpath.router.wire;

import org.jspecify.annotations.NullMarked;
