/**
 * Several routers before one fleet: tells the others this router's load, takes theirs into the choices made here, and
 * says who is there. The server starts {@link dev.warmpath.router.cluster.ClusterMember}. The request path knows nothing of
 * it: it meets only the numbers in the ledger, and a router that hears nobody works on its own. Who the others are is in
 * {@code cluster.peer}, how messages look and travel in {@code wire}, {@code bus} and {@code door}.
 */
@NullMarked
package dev.warmpath.router.cluster;

import org.jspecify.annotations.NullMarked;
