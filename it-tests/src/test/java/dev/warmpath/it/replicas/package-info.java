/** Several routers before one fleet, as processes. */
@NullMarked
package dev.warmpath.it.replicas;

import org.jspecify.annotations.NullMarked;
