/** Digests, as secrets, page files and certificates are told apart by. Depends on nothing. */
@NullMarked
package dev.warmpath.router.digest;

import org.jspecify.annotations.NullMarked;
