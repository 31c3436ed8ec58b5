/**
 * The words of KV-cache events: what a rank says about its cache, and the door through which it is told. Everybody
 * may depend on this package; it depends on nothing.
 */
@NullMarked
package dev.warmpath.events.kv;

import org.jspecify.annotations.NullMarked;
