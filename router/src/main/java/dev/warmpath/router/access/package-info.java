/**
 * Who may call the data port. Pure: header values in, an answer out. Called by {@code router.http}; depends on the settings
 * alone.
 */
@NullMarked
package dev.warmpath.router.access;

import org.jspecify.annotations.NullMarked;
