/**
 * Short lists of what was remembered last. Called by {@code prompt} and {@code template}, which know nothing of each other's
 * memories; knows nothing of what is remembered.
 */
@NullMarked
package dev.warmpath.router.recent;

import org.jspecify.annotations.NullMarked;
