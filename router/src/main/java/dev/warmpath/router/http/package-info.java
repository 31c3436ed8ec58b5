/**
 * The data port: bytes in, bytes out, and the steps between them in the order a request takes them. Runs on event
 * loops; nothing here blocks.
 */
@NullMarked
package dev.warmpath.router.http;

import org.jspecify.annotations.NullMarked;
