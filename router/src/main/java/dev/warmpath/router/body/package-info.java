/**
 * Request bodies as bytes: where each top-level member lies, what the router must know of it, and splices that change
 * the members a protocol must set or drop while all else stays byte for byte.
 *
 * <p>Called by the HTTP front, by the PD protocols for their legs' bodies, and by {@code prompt} for what to tokenize.
 * Depends on Jackson and on nothing else of this project.
 */
@NullMarked
package dev.warmpath.router.body;

import org.jspecify.annotations.NullMarked;
