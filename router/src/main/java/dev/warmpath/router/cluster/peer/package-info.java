/**
 * The other routers, as what they said tells: who they are, whether they are heard, and the load that they bring into the
 * choices made here. On the cluster's thread; {@link dev.warmpath.router.cluster.peer.Peers} is asked by it alone.
 */
@NullMarked
package dev.warmpath.router.cluster.peer;

import org.jspecify.annotations.NullMarked;
