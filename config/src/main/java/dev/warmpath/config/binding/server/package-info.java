/**
 * Binds the section {@code server}, and its keys of clients.
 */
@NullMarked
package dev.warmpath.config.binding.server;

import org.jspecify.annotations.NullMarked;
