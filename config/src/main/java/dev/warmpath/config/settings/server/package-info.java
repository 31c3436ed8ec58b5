/**
 * The data port as the section {@code server} has it: where it listens, what clients may send and how slowly, and by
 * which keys they are known.
 */
@NullMarked
package dev.warmpath.config.settings.server;

import org.jspecify.annotations.NullMarked;
