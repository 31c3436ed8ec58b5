/**
 * Several routers before one fleet: tells the others this router's load, takes theirs into the choices made here, and
 * says who is there. The server starts it; metrics, doctor and answers read {@link
 * dev.warmpath.router.cluster.ClusterStatus}. The request path knows nothing of it: it meets only the numbers in the
 * ledger, and a router that hears nobody works on its own.
 */
@NullMarked
package dev.warmpath.router.cluster;

import org.jspecify.annotations.NullMarked;
