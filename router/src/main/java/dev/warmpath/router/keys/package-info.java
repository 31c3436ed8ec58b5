/**
 * Keeps the client keys in force what {@code server.keys_file} says while the router runs. Started by the server; reads the
 * file by {@code config.keys}, changes the ring of {@code router.access}.
 */
@NullMarked
package dev.warmpath.router.keys;

import org.jspecify.annotations.NullMarked;
