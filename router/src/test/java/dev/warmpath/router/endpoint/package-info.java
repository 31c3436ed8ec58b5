/** Tests of the table of endpoints. */
@NullMarked
package dev.warmpath.router.endpoint;

import org.jspecify.annotations.NullMarked;
