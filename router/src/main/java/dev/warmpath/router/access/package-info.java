/**
 * Who may call: keys of clients, and how secrets are known by their digests. Pure: header values in, an answer out. Called by
 * {@code router.http} and {@code router.admin}; depends on the settings alone.
 */
@NullMarked
package dev.warmpath.router.access;

import org.jspecify.annotations.NullMarked;
