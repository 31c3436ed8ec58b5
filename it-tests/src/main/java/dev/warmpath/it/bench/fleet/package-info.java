/**
 * What {@code warmpath bench fleet} does: fleets of many workers as sources of KV events, over sockets and in process, while
 * the router's own parts take the events in and choose. Called by the command; depends on the router's fleet, streams, index
 * and chooser, on no engine and no HTTP.
 */
@NullMarked
package dev.warmpath.it.bench.fleet;

import org.jspecify.annotations.NullMarked;
