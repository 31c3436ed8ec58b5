/**
 * How keys and tokens are written that the router knows by their SHA-256, and the file of client keys. Used by the binding of
 * the configuration, and by the router each time that the file has changed.
 */
@NullMarked
package dev.warmpath.config.keys;

import org.jspecify.annotations.NullMarked;
