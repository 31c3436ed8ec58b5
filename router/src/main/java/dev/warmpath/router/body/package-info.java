/**
 * Request bodies as bytes: where each top-level member lies, what the router must know of it, and splices that change
 * the members a protocol must set or drop while all else stays byte for byte.
 */
@NullMarked
package dev.warmpath.router.body;

import org.jspecify.annotations.NullMarked;
